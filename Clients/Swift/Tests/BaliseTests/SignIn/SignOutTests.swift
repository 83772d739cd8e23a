@testable import Balise

@Suite("Signing out")
struct SignOutTests {
    private static let logout = "/api/v1/auth/logout"
    private static let refresh = "/api/v1/auth/refresh"
    private static let next = #"{"data":{"sessionToken":"r2","token":"t2","expiresIn":900}}"#

    @Test("happens on the device before the server answers, also if the app is killed then")
    func beforeTheServer() async throws {
        let (logoutBegan, mayAnswer) = (Gathering(of: 2), Gathering(of: 2))
        let transport = ScriptedTransport { _, _ throws(BaliseTransportError) in
            await logoutBegan.wait()
            await mayAnswer.wait()
            throw .timedOut
        }
        let (secrets, tokens) = (MemorySecretStore(), KeptTokens())
        let client = try await BaliseClient.scripted(transport, secrets: secrets) { $0.issuedTokens = tokens }
        tokens.overwrite(with: .issued("x"))
        let signOut = Task { try await client.sessions.signOut() }
        await logoutBegan.wait()
        #expect(tokens.kept == nil)
        #expect(try await client.sessions.state == .signedOut(.signedOut))
        let restarted = try await BaliseClient.scripted(transport, session: nil, secrets: secrets)
        #expect(try await restarted.sessions.state == .signedOut(.notSignedIn))
        await mayAnswer.wait()
        #expect(try await !signOut.value)
    }

    @Test("waits for the server at most ten seconds, or the configured timeout", arguments: [(60.0, 10.0), (3, 3)])
    func limit(configured: Double, limit: Double) async throws {
        let transport = ScriptedTransport(.json("{}"))
        let client = try await BaliseClient.scripted(transport) { $0.timeout = configured }
        #expect(try await client.sessions.signOut())
        #expect(transport.calls.map(\.timeout) == [limit])
    }

    @Test("waits at most two seconds for a server that puts it off")
    func overloaded() async throws {
        let transport = ScriptedTransport(.refusal(503, "UNAVAILABLE", retryAfter: 30))
        let client = try await BaliseClient.scripted(transport)
        #expect(try await !client.sessions.signOut())
    }

    @Test(
        "with an expired token refreshes it once, and returns the result",
        arguments: [
            (Result<BaliseHTTPResponse, BaliseTransportError>.json(next), true), (.refusal(401, "INVALID_TOKEN"), true),
            (.refusal(500, "INTERNAL"), false), (.success(.json("<html>Wi-Fi</html>", status: 401)), false),
        ])
    func expired(answer: Result<BaliseHTTPResponse, BaliseTransportError>, hasEnded: Bool) async throws {
        let transport = ScriptedTransport { call, _ throws(BaliseTransportError) in
            if call.url.path == Self.refresh { return try answer.get() }
            return call.headers["Authorization"] == "Bearer t2" ? .json("{}") : .refusal(401, "TOKEN_EXPIRED")
        }
        let secrets = MemorySecretStore()
        let client = try await BaliseClient.scripted(transport, secrets: secrets)
        #expect(try await client.sessions.signOut() == hasEnded)
        #expect(transport.calls[1].text == #"{"sessionToken":"r1"}"#)
        #expect(await secrets.read("session.https://balise.example") == nil)
        #expect(try await client.sessions.state == .signedOut(.signedOut))
    }

    @Test(
        "with an expired token of an identity provider asks the host for another, and stores none",
        arguments: [("t2", "TOKEN_EXPIRED", true), (nil, "TOKEN_EXPIRED", false), (nil, "INVALID_TOKEN", true)])
    func issued(next: String?, code: String, hasEnded: Bool) async throws {
        let transport = ScriptedTransport { call, _ in
            call.headers["Authorization"] == "Bearer t2" ? .json("{}") : .refusal(401, code)
        }
        let tokens = KeptTokens()
        let client = try await BaliseClient.scripted(transport, session: nil) { $0.issuedTokens = tokens }
        let renewed = next.map { Credential.issued($0, for: "p") }
        await client.tokenStore.begin(IssuedSession(.issued("t1", for: "p")) { renewed })
        #expect(try await client.sessions.signOut() == hasEnded)
        #expect(transport.calls.allSatisfy { $0.headers["program"] == "p" })
        #expect(tokens.kept == nil)
        #expect(try await client.sessions.state == .signedOut(.signedOut))
    }

    @Test("informs the server although the stored session cannot be removed, and throws")
    func unremovable() async throws {
        let transport = ScriptedTransport(.json("{}"))
        let client = try await BaliseClient.scripted(transport, secrets: LockedSecretStore())
        await #expect(throws: BaliseError.storage("locked")) { try await client.sessions.signOut() }
        #expect(transport.calls.first?.headers["Authorization"] == "Bearer t1")
        #expect(try await client.sessions.state == .signedOut(.signedOut))
    }

    @Test("removes what an earlier run left for Ecovelo's web app, in an app that does not start Ecovelo")
    func ecoveloLeftovers() async throws {
        let defaults = UserDefaults.standard
        let other = "balise-\(UUID())"
        let keys = [
            "ecovelo_iam_token", "ecovelo_program_id", "ecovelo_sso_\(UUID())",
            "CapacitorStorage.ecovelo_iam_token", "CapacitorStorage.ecovelo_sso_\(UUID())",
        ]
        defer { for key in keys + [other] { defaults.removeObject(forKey: key) } }
        for key in keys + [other] { defaults.set("x", forKey: key) }
        let transport = ScriptedTransport(.json("{}"))
        let client = try await BaliseClient.scripted(transport, session: nil) { $0.issuedTokens = nil }
        #expect(try await client.sessions.signOut())
        for key in keys { #expect(defaults.string(forKey: key) == nil, "\(key)") }
        #expect(defaults.string(forKey: other) == "x")
    }

    @Test("without a user succeeds and sends nothing")
    func nobody() async throws {
        let client = try await BaliseClient.scripted(ScriptedTransport(), session: nil)
        #expect(try await client.sessions.signOut())
    }

    @Test("reads a session that was not read yet")
    func unread() async throws {
        let (transport, secrets) = (ScriptedTransport(.json("{}")), MemorySecretStore())
        await secrets.write(try KeptSession.ada.kept(), "session.https://balise.example")
        let client = try await BaliseClient.scripted(transport, session: nil, secrets: secrets)
        #expect(try await client.sessions.signOut())
        #expect(transport.calls.first?.headers["Authorization"] == "Bearer t1")
        #expect(await secrets.read("session.https://balise.example") == nil)
    }
}

/// A store that cannot remove anything.
private struct LockedSecretStore: BaliseSecretStore {
    func read(_ name: String) -> Data? { nil }
    func write(_ data: Data, _ name: String) {}
    func remove(_ name: String) throws(BaliseError) { throw .storage("locked") }
}
