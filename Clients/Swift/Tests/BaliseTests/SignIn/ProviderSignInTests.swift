@testable import Balise

@Suite("A sign-in by a provider's web page") struct ProviderSignInTests {
    private static let redirectURI = "com.example.app:/signed-in"

    private func query(_ url: URL) -> [String: String] {
        let items = URLComponents(url: url, resolvingAgainstBaseURL: false)?.queryItems ?? []
        return Dictionary(uniqueKeysWithValues: items.map { ($0.name, $0.value ?? "") })
    }

    private func callback(_ items: [String: String?]) throws -> URL {
        var parts = URLComponents()
        parts.queryItems = items.compactMap { name, value in value.map { URLQueryItem(name: name, value: $0) } }
        return try #require(URL(string: Self.redirectURI + (parts.string ?? "")))
    }

    @Test("opens an address with a challenge, and redeems the code with its verifier")
    func whole() async throws {
        let transport = ScriptedTransport(.json(SessionsAPITests.signedIn))
        let client = try await BaliseClient.scripted(transport, session: nil)
        let begun = try client.sessions.beginSignIn(at: "google", redirectURI: Self.redirectURI)
        let asked = query(begun.url)
        #expect(begun.url.path == "/oauth/providers/google/begin" && asked["redirect_uri"] == Self.redirectURI)
        #expect(asked["code_challenge_method"] == "S256" && asked["code_challenge"]?.utf8.count == 43)
        #expect(transport.calls.isEmpty)
        let answer = try callback(["code": "c1", "state": asked["state"]])
        try await client.sessions.finish(begun, at: answer, password: SecretText("p"), cancelsErasure: true)
        let call = try #require(transport.calls.first)
        #expect(call.line == "POST /api/v1/auth/provider")
        let verifier = try #require(call.text.firstMatch(of: /"codeVerifier":"([0-9a-f]{64})"/))
        #expect(call.text == #"{"code":"c1","codeVerifier":"\#(verifier.1)","password":"p","cancelErasure":true}"#)
        guard case .signedIn = try await client.sessions.state else {
            Issue.record("nobody is signed in")
            return
        }
    }

    @Test(
        "refuses the answer to another sign-in, and another address",
        arguments: ["state=other&code=c", "code=c", "", "state={state}"])
    func crossed(_ text: String) async throws {
        let transport = ScriptedTransport()
        let client = try await BaliseClient.scripted(transport, session: nil)
        let begun = try client.sessions.beginSignIn(at: "google", redirectURI: Self.redirectURI)
        let filled = text.replacing("{state}", with: query(begun.url)["state"] ?? "")
        for address in [
            Self.redirectURI + "?" + filled, "com.evil:/in?code=c&state=" + (query(begun.url)["state"] ?? ""),
        ] {
            let url = try #require(URL(string: address))
            #expect(try await failure { try await client.sessions.finish(begun, at: url) }.invalidReason != nil)
        }
        #expect(transport.calls.isEmpty)
    }

    @Test("reports the provider's error")
    func refused() async throws {
        let client = try await BaliseClient.scripted(ScriptedTransport(), session: nil)
        let begun = try client.sessions.beginSignIn(at: "google", redirectURI: Self.redirectURI)
        let answer = try callback([
            "error": "access_denied", "error_description": "You said no.", "state": query(begun.url)["state"],
        ])
        let refusal = try await failure { try await client.sessions.finish(begun, at: answer) }.refusal
        #expect(refusal?.title == "access_denied" && refusal?.message == "You said no.")
    }
}
