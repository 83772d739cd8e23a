@testable import AuthSession

struct ProviderSignInHarness {
    let it: IssuerHarness

    static let redirectURI = "com.example.app:/signed-in"
    static let verifier = SecretText("an app's verifier")
    static let callback = "https://balise.example/oauth/providers/breizhgo/callback"

    var issuer: OpenIDIssuer { it.issuer }
    var auth: AuthSessionHarness { it.auth }

    static func run(hasSecret: Bool = true, _ body: (ProviderSignInHarness) async throws -> Void) async throws {
        try await OpenIDIssuer.run(hasSecret: hasSecret) { issuer in
            try await run(with: issuer, hasSecret: hasSecret) { try await body($0) }
        }
    }

    static func run(
        with issuer: OpenIDIssuer, hasSecret: Bool = true, trustsSecondStep: Bool = false,
        _ change: (inout IssuerSettings.SignIn) -> Void = { _ in },
        settings more: (inout Settings) -> Void = { _ in }, _ body: (ProviderSignInHarness) async throws -> Void
    ) async throws {
        var signIn = IssuerSettings.SignIn(
            clientID: CodeFlow.clientID, clientSecret: hasSecret ? Secret(CodeFlow.secret) : nil,
            scopes: ["email", "profile"], discovery: issuer.discoveryURL)
        change(&signIn)
        try await IssuerHarness.run(with: issuer) {
            $0.audiences = []
            $0.trustsSecondStep = trustsSecondStep
            $0.signIn = signIn
        } settings: {
            $0.oauth.redirectURIs = [redirectURI, "https://app.example/back?from=balise"]
            more(&$0)
        } _: { it in
            it.issuer.codeFlow.script { $0.now = it.now }
            try await body(ProviderSignInHarness(it: it))
        }
    }

    // MARK: The steps

    func begin(
        redirectURI: String = redirectURI, state: String? = "the app's state", provider: String = IssuerHarness.name,
        challenge: String = PKCE.challenge(of: verifier)
    ) async throws(BusError) -> BeginProviderSignIn.Reply {
        try await auth.send(
            BeginProviderSignIn(
                provider: provider, callback: Self.callback, redirectURI: redirectURI, challenge: challenge,
                appState: state.map { SecretText($0) }))
    }

    func answer(to begun: BeginProviderSignIn.Reply) throws -> [String: String] {
        let query = begun.location.value.split(separator: "?", maxSplits: 1).last.map(String.init) ?? ""
        let place = try #require(issuer.codeFlow.answer(query, of: issuer.presentIssuer))
        #expect(place.hasPrefix(Self.callback + "?"))
        return CodeFlow.parameters(String(place.dropFirst(Self.callback.count + 1)))
    }

    func finish(
        _ answer: [String: String], binding: SecretText?, provider: String = IssuerHarness.name
    ) async throws(BusError) -> String {
        let message = FinishProviderSignIn(
            provider: provider, state: SecretText(answer["state"] ?? ""), binding: binding,
            authorizationCode: answer["code"].map { SecretText($0) }, issuer: answer["iss"], error: answer["error"])
        return try await auth.send(message).location.value
    }

    func come(_ redirectURI: String = redirectURI) async throws -> [String: String] {
        let begun = try await begin(redirectURI: redirectURI)
        let place = try await finish(try answer(to: begun), binding: begun.binding)
        let sign = redirectURI.contains("?") ? "&" : "?"
        #expect(place.hasPrefix(redirectURI + sign), "\(place)")
        return CodeFlow.parameters(String(place.dropFirst(redirectURI.count + 1)))
    }

    func redeem(
        _ code: String?, verifier: SecretText = verifier, password: String? = nil, makesAccount: Bool? = nil
    ) -> RedeemSignInCode {
        RedeemSignInCode(
            signInCode: SecretText(code ?? ""), verifier: verifier, kind: .rotating,
            password: password.map { SecretText($0) }, makesAccount: makesAccount)
    }

    var reasons: [String] {
        auth.log.lines.filter { $0.metadata["event"] == "provider-sign-in-refused" }.compactMap {
            $0.metadata["reason"]
        }
    }
}
