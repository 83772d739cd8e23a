import Crypto

@testable import Edge

@Suite(.timeLimit(.minutes(10))) struct ProviderPageTests {
    private static let address = "https://balise.example"
    private static let cookie = ("Cookie", "other=1; balise_provider=verifier")
    private static let back = "/account/provider?code=c%22%3E%3Cb%3E"

    private func services() -> ScriptedServices {
        let services = ScriptedServices.people().answering(BeginProviderSignIn.self) { _ in
            BeginProviderSignIn.Reply(location: SecretText("https://id.example/a?b=c"), binding: SecretText("shown"))
        }
        services.on(RedeemSignInCode.self) { _ in People.signedIn() }
        return services
    }

    private func refusing(_ code: ErrorCode) -> ScriptedServices {
        let services = services()
        services.on(RedeemSignInCode.self) { _ throws(BusError) in throw .refused(ServiceError(code, "<text>")) }
        return services
    }

    private static func overHTTPS(_ settings: inout Settings) { settings.http.publicURL = URL(string: address) }

    @Test func sendsAPersonToTheProvider() async throws {
        let services = services()
        let response = try await withEdge(services, configure: Self.overHTTPS) {
            try await $0.request("GET", "/account/provider/google")
        }
        #expect(response.status == 302 && response.header("Location") == "https://id.example/a?b=c")
        let cookies = response.headers.filter { $0.name.lowercased() == "set-cookie" }.map(\.value)
        #expect(cookies.contains("__Host-balise-sign-in=shown; Max-Age=600; Path=/; HttpOnly; SameSite=Lax; Secure"))
        let verifier = try #require(cookies.first { $0.hasPrefix("__Host-balise-provider=") })
        #expect(verifier.hasSuffix("; Max-Age=900; Path=/; HttpOnly; SameSite=Lax; Secure"))
        let text = verifier.dropFirst("__Host-balise-provider=".count).prefix { $0 != ";" }
        let message = try #require(services.received(BeginProviderSignIn.self).first)
        #expect(message.provider == "google" && message.isOwnPage == true && message.appState == nil)
        #expect(message.redirectURI == Self.address + "/account/provider")
        #expect(message.callback == Self.address + "/oauth/providers/google/callback")
        #expect(text.utf8.count == 43)
        #expect(message.challenge == base64URL(SHA256.hash(data: Data(text.utf8))))
    }

    @Test func offersTheProvidersThatAreSetUp() async throws {
        let discovery = try #require(URL(string: "https://id.example/.well-known/openid-configuration"))
        let response = try await withEdge(configure: { settings in
            for (name, signIn) in [
                ("google", IssuerSettings.SignIn(clientID: "c", discovery: discovery)),
                ("company", IssuerSettings.SignIn(clientID: "c", discovery: discovery)), ("other", nil),
            ] {
                settings.issuers.append(
                    IssuerSettings(
                        name: name, issuer: "https://\(name).example", audiences: [], keys: .discovery(discovery),
                        signIn: signIn))
            }
        }) { try await $0.request("GET", "/account", headers: [("Accept-Language", "fr")]) }
        #expect(
            response.body.contains(#"<a class="button" href="/account/provider/google">Se connecter avec Google</a>"#))
        #expect(response.body.contains(#"/account/provider/company">Se connecter avec company</a>"#))
        #expect(!response.body.contains("/account/provider/other"))
        #expect(response.body.contains(#"data-passkeys="no""#))
    }

    @Test func keepsTheTokenInTheCookieOfThePage() async throws {
        let (response, message) = try await services().ask(
            "GET", Self.back, headers: [Self.cookie], for: RedeemSignInCode.self)
        #expect(response.status == 302 && response.header("Location") == "/account")
        let cookies = response.headers.filter { $0.name.lowercased() == "set-cookie" }.map(\.value)
        #expect(
            cookies == [
                "balise=jwt; Max-Age=86400; Path=/; HttpOnly; SameSite=Strict",
                "balise_provider=; Max-Age=0; Path=/account/provider; HttpOnly; SameSite=Lax",
            ])
        #expect(message.signInCode.value == "c\"><b>" && message.verifier.value == "verifier")
        #expect(message.kind == .rotating && message.isRemembered == false)
        #expect(message.password == nil && message.makesAccount == nil && message.cancelsErasure == nil)
    }

    /// A user lured there with an attacker's code has no verifier, so no user is signed in.
    @Test(arguments: ["", "balise_provider=", "balise_sign_in=verifier"])
    func takesNoCodeThatBeganElsewhere(_ cookie: String) async throws {
        let services = services()
        try await withEdge(services) { edge in
            let get = try await edge.request("GET", Self.back, headers: [("Cookie", cookie)])
            let post = try await edge.postForm("/account/provider", "code=c&make=1", headers: [("Cookie", cookie)])
            for response in [get, post] {
                #expect(response.status == 400 && response.header("Set-Cookie") == nil)
                #expect(response.body.contains("began in another browser"))
            }
        }
        #expect(services.received(RedeemSignInCode.self).isEmpty)
    }

    /// Another host of the site can set a cookie of any other name.
    @Test func takesNoVerifierOfAnotherHostOverHTTPS() async throws {
        let services = services()
        try await withEdge(services, configure: Self.overHTTPS) { edge in
            let foreign = try await edge.request("GET", Self.back, headers: [Self.cookie])
            #expect(foreign.status == 400 && services.received(RedeemSignInCode.self).isEmpty)
            let both = ("Cookie", "balise_provider=foreign; __Host-balise-provider=own")
            #expect(try await edge.request("GET", Self.back, headers: [both]).status == 302)
        }
        #expect(services.received(RedeemSignInCode.self).map(\.verifier.value) == ["own"])
    }

    @Test(arguments: [
        ("error=access_denied&error_description=%3Cb%3E", "You did not sign in at the provider."),
        ("error=server_error", "The provider did not sign you in"), ("", "Start again."),
    ])
    func saysWhyThereIsNoCode(_ query: String, _ text: String) async throws {
        let response = try await services().ask("GET", "/account/provider?\(query)", headers: [Self.cookie])
        #expect(response.status == 400 && response.body.contains(text) && !response.body.contains("<b>"))
        #expect(response.header("Content-Security-Policy") != nil)
    }

    /// The address belongs to an account: its password links the two, or another account is created.
    @Test func asksForThePasswordOfTheAccount() async throws {
        let services = refusing(.duplicate)
        try await withEdge(services) { edge in
            let asked = try await edge.request("GET", Self.back, headers: [Self.cookie]).expect(200)
            #expect(asked.body.contains(#"name="code" value="c&quot;&gt;&lt;b&gt;""#))
            #expect(asked.body.contains(#"<form method="post" action="/account/provider">"#))
            #expect(asked.header("Set-Cookie") == nil)
            _ = try await edge.postForm("/account/provider", "code=c&password=correct+horse", headers: [Self.cookie])
            _ = try await edge.postForm("/account/provider", "code=c&make=1", headers: [Self.cookie])
            _ = try await edge.postForm("/account/provider", "code=c&cancel=1", headers: [Self.cookie])
        }
        let messages = services.received(RedeemSignInCode.self)
        #expect(messages.map(\.password?.value) == [nil, "correct horse", nil, nil])
        #expect(messages.map(\.makesAccount) == [nil, nil, true, nil])
        #expect(messages.map(\.cancelsErasure) == [nil, nil, nil, true])
    }

    @Test func asksForTheSecondStep() async throws {
        let services = services()
        services.on(RedeemSignInCode.self) { _ throws(BusError) in
            throw .refused(ServiceError(.secondStepNeeded, "", ticket: Personal("t<1>")))
        }
        try await withEdge(services) { edge in
            let asked = try await edge.request("GET", Self.back, headers: [Self.cookie])
            #expect(asked.status == 200 && asked.body.contains(#"name="ticket" value="t&lt;1&gt;""#))
            let proof = try #require(asked.header("Set-Cookie")?.split(separator: ";").first.map(String.init))
            #expect(asked.body.contains(#"name="proof" value="\#(proof.dropFirst("balise_form=".count))""#))
            let form = "ticket=t&step=123456&proof=\(proof.dropFirst("balise_form=".count))"
            try await edge.postForm("/account/code", form, headers: [("Cookie", proof)]).expect(302)
        }
    }

    @Test(arguments: [
        (ErrorCode.invalidToken, "", 400, "Start again."),
        (.wrongCredentials, "", 400, "The name or the password is wrong."),
        (
            .wrongCredentials, "&password=x", 400,
            #"<p class="alert" role="alert">The name or the password is wrong.</p>"#
        ),
        (.erasurePending, "", 400, #"name="cancel" value="1""#),
        (.erasurePending, "&password=x", 400, #"<label for="cancel">Keep the account"#),
        (.erasurePending, "&cancel=1", 400, "You can no longer cancel that."),
        (.unavailable, "", 503, "The server is busy."), (.rateLimited, "", 429, "&lt;text&gt;"),
    ])
    func saysWhatIsWrong(_ code: ErrorCode, _ more: String, _ status: Int, _ text: String) async throws {
        let response = try await refusing(code).postForm("/account/provider", "code=c\(more)", headers: [Self.cookie])
        #expect(response.status == status && response.body.contains(text), "\(response.body)")
        #expect(response.header("Set-Cookie") == nil)
    }

    @Test(arguments: ["a%2Fb", "a_b", String(repeating: "a", count: 33)])
    func knowsNoProviderOfSuchAName(_ name: String) async throws {
        let services = services()
        let response = try await services.ask("GET", "/account/provider/\(name)")
        #expect(response.status == 404 && services.received(BeginProviderSignIn.self).isEmpty)
    }
}
