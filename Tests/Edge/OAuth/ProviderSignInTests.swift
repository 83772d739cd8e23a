@testable import Edge

@Suite(.timeLimit(.minutes(10))) struct ProviderSignInTests {
    private static let challenge = "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM"
    private static let begin =
        "/oauth/providers/google/begin?redirect_uri=com.example.app%3A%2Fin&code_challenge=\(challenge)"
        + "&code_challenge_method=S256"

    private func services() -> ScriptedServices {
        let services = ScriptedServices.people().answering(BeginProviderSignIn.self) { _ in
            BeginProviderSignIn.Reply(location: SecretText("https://id.example/a?b=c"), binding: SecretText("shown"))
        }
        services.on(FinishProviderSignIn.self) { message throws(BusError) in
            guard message.binding?.value == "shown" else {
                throw .refused(ServiceError(.invalidToken, "begin again in the app"))
            }
            return FinishProviderSignIn.Reply(location: SecretText("com.example.app:/in?code=x"))
        }
        return services
    }

    @Test(arguments: [nil, "https://balise.example/"])
    func sendsAPersonToTheProvider(_ address: String?) async throws {
        let services = services()
        let response = try await withEdge(services) {
            $0.http.publicURL = address.flatMap { URL(string: $0) }
        } _: { edge in
            try await edge.request("GET", Self.begin + "&state=s")
        }
        #expect(response.status == 302 && response.header("Location") == "https://id.example/a?b=c")
        #expect(response.header("Cache-Control") == "no-store")
        let cookie = "balise_sign_in=shown; Max-Age=600; Path=/oauth/providers/; HttpOnly; SameSite=Lax"
        let secure = "__Host-balise-sign-in=shown; Max-Age=600; Path=/; HttpOnly; SameSite=Lax; Secure"
        #expect(response.header("Set-Cookie") == (address == nil ? cookie : secure))
        let message = try #require(services.received(BeginProviderSignIn.self).first)
        #expect(message.provider == "google" && message.redirectURI == "com.example.app:/in")
        #expect(message.challenge == Self.challenge && message.appState?.value == "s")
        #expect(
            message.callback
                == (address == nil ? "http://localhost" : "https://balise.example") + "/oauth/providers/google/callback"
        )
    }

    @Test(arguments: [
        "/oauth/providers/google/begin", begin.replacing("S256", with: "plain"),
        begin.replacing("code_challenge_method", with: "other"),
    ])
    func asksForAChallenge(_ path: String) async throws {
        let services = services()
        let response = try await services.ask("GET", path)
        #expect(response.status == 400 && services.received(BeginProviderSignIn.self).isEmpty)
    }

    @Test(arguments: [
        ("redirect_uri", begin + "&redirect_uri=com.example.other%3A%2Fin"),
        ("state", "/oauth/providers/google/callback?state=a&code=c&st%61te=b"),
    ])
    func namesAParameterThatComesTwice(_ name: String, _ path: String) async throws {
        let response = try await services().ask("GET", path, headers: [("Cookie", "balise_sign_in=shown")])
        #expect(response.status == 400 && response.body.contains("the parameter \(name) comes more than once"))
    }

    @Test func returnsTheUserToTheApp() async throws {
        // A parameter without a value is treated as absent (RFC 6749, section 3.1), so this one is not repeated.
        let path = "/oauth/providers/google/callback?iss=&state=a%2Bb&code=c&iss=https%3A%2F%2Fid.example"
        let (response, message) = try await services().ask(
            "GET", path, headers: [("Cookie", "other=1; balise_sign_in=shown")], for: FinishProviderSignIn.self)
        #expect(response.status == 302 && response.header("Location") == "com.example.app:/in?code=x")
        #expect(response.header("Set-Cookie")?.hasPrefix("balise_sign_in=; Max-Age=0;") == true)
        #expect(message.provider == "google" && message.state.value == "a+b" && message.error == nil)
        #expect(message.authorizationCode?.value == "c" && message.issuer == "https://id.example")
    }

    /// A page of another site posts it, so the browser sends no cookie yet.
    @Test(arguments: [nil, "https://balise.example"])
    func redirectsAPostedFormToGet(_ address: String?) async throws {
        let services = services()
        try await withEdge(services) {
            $0.http.publicURL = address.flatMap { URL(string: $0) }
        } _: { edge in
            let response = try await edge.request(
                "POST", "/oauth/providers/google/callback",
                headers: [("Content-Type", "application/x-www-form-urlencoded"), ("Origin", "https://id.example")],
                body: "state=a%2Bb&code=c+d%0D%0A&iss=https%3A%2F%2Fid.example&user=%7B%22name%22%3A1%7D&id_token=x")
            #expect(response.status == 303 && response.header("Cache-Control") == "no-store")
            #expect(services.received(FinishProviderSignIn.self).isEmpty)
            let path = "/oauth/providers/google/callback?state=a%2Bb&code=c%20d%0D%0A&iss=https%3A%2F%2Fid%2Eexample"
            #expect(response.header("Location") == (address ?? "http://localhost") + path)
            let cookie = address == nil ? "balise_sign_in=shown" : "__Host-balise-sign-in=shown"
            try await edge.request("GET", path, headers: [("Cookie", cookie)]).expect(302)
            let message = try #require(services.received(FinishProviderSignIn.self).first)
            #expect(message.state.value == "a+b" && message.authorizationCode?.value == "c d\r\n")
            #expect(message.issuer == "https://id.example" && message.error == nil)
        }
    }

    @Test(arguments: [
        ("application/x-www-form-urlencoded", "code=c", 400), ("application/x-www-form-urlencoded", "state=", 400),
        ("application/x-www-form-urlencoded", "state=a&state=b", 400), ("application/json", #"{"state":"a"}"#, 400),
        ("application/x-www-form-urlencoded", "state=a&code=" + String(repeating: "x", count: 70_000), 413),
    ])
    func takesNoOtherForm(_ type: String, _ body: String, _ status: Int) async throws {
        let response = try await services().ask(
            "POST", "/oauth/providers/google/callback", headers: [("Content-Type", type)], body: body)
        #expect(response.status == status && response.header("Location") == nil)
    }

    /// Another host of the site can set a cookie of any other name.
    @Test(arguments: [("balise_sign_in=shown", 400), ("balise_sign_in=x; __Host-balise-sign-in=shown", 302)])
    func knowsItsOwnCookieOverHTTPS(_ cookie: String, _ status: Int) async throws {
        let path = "/oauth/providers/google/callback?state=s&code=c"
        let response = try await withEdge(services()) {
            $0.http.publicURL = URL(string: "https://balise.example")
        } _: { edge in
            try await edge.request("GET", path, headers: [("Cookie", cookie)])
        }
        #expect(response.status == status)
    }

    @Test(arguments: [[], [("Cookie", "balise_sign_in=another")], [("Cookie", "balise_sign_in=")]])
    func refusesASignInThatBeganInAnotherBrowser(_ headers: [(String, String)]) async throws {
        let response = try await services().ask(
            "GET", "/oauth/providers/google/callback?state=s&error=access_denied", headers: headers)
        #expect(response.status == 400 && response.header("Location") == nil)
        #expect(response.body.contains("begin again in the app"))
    }

    @Test(arguments: [
        (#"{"code":"c","codeVerifier":"v"}"#, 200), (#"{"code":"c","codeVerifier":"v","kind":"opaque"}"#, 200),
        (#"{"code":"c","codeVerifier":"v","kind":"external"}"#, 400), (#"{"code":"c"}"#, 400),
    ])
    func givesTheAppItsSession(_ body: String, _ status: Int) async throws {
        let services = services()
        try await services.post("/api/v1/auth/provider", body).expect(status)
        #expect(services.received(RedeemSignInCode.self).count == (status == 200 ? 1 : 0))
    }
}
