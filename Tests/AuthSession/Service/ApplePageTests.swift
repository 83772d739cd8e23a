@testable import AuthSession

@Suite("Signing in by Apple's web page", .timeLimit(.minutes(10))) struct ApplePageTests {
    private static let key = P256.Signing.PrivateKey()

    /// A provider that the settings call Apple, and an Apple that revokes.
    private func run(
        hasSecret: Bool = true, _ body: (ProviderSignInHarness, AppleIssuer) async throws -> Void
    ) async throws {
        try await AppleIssuer.run { apple in
            try await OpenIDIssuer.run { issuer in
                issuer.announce(["token_endpoint_auth_methods_supported": #"["client_secret_post"]"#])
                issuer.codeFlow.script {
                    $0.answersByForm = true
                    $0.takesSecretInBody = true
                    $0.refreshToken = "refresh-of-the-page"
                }
                try await ProviderSignInHarness.run(with: issuer, hasSecret: hasSecret) {
                    $0.responseMode = .formPost
                } settings: {
                    $0.apple.issuer = issuer.issuer
                    $0.apple.authURL = apple.authURL
                    $0.apple.services = AppleSettings.Services(
                        teamID: "TEAM", keyID: "KEY",
                        key: Secret(Self.key.pemRepresentation))
                } _: { here in
                    try await body(here, apple)
                }
            }
        }
    }

    @Test("The web sign-in opens the same account as the app, and stores nothing about the user")
    func sameAccount() async throws {
        try await run { here, _ in
            here.issuer.codeFlow.script {
                $0.change = {
                    $0.claims["email"] = TokenDraft.text(ScriptedIdentity.address)
                    $0.claims["email_verified"] = "true"
                }
            }
            let signedIn = try await here.auth.send(here.redeem(try await here.come()["code"]))
            #expect(signedIn.profile.account == .apple(IssuerHarness.subject))
            #expect(here.auth.identity.told.isEmpty)
        }
    }

    @Test("Erasing the account revokes the token of the web sign-in as the Services id")
    func revokes() async throws {
        try await run { here, apple in
            _ = try await here.auth.send(here.redeem(try await here.come()["code"]))
            try await here.auth.untilCounted(AppleTokenRevoker.exchanges, "success")
            try await here.auth.identity.publish(.apple(IssuerHarness.subject), nil)
            try await here.auth.untilCounted(AppleTokenRevoker.revocations, "success")
            let form = try #require(apple.calls.first).form
            #expect(apple.calls.map(\.path) == ["/auth/revoke"])
            #expect(form["token"] == "refresh-of-the-page" && form["client_id"] == CodeFlow.clientID)
        }
    }

    @Test("The web sign-in asks Apple for a form post, and makes the client secret if none is set")
    func asks() async throws {
        try await run(hasSecret: false) { here, _ in
            let begun = try await here.begin()
            let asked = CodeFlow.parameters(
                begun.location.value.split(separator: "?", maxSplits: 1).last.map(String.init) ?? "")
            #expect(asked["response_mode"] == "form_post")
            // The result does not matter: the fake server does not know this secret.
            _ = try await here.finish(try here.answer(to: begun), binding: begun.binding)
            let form = here.issuer.codeFlow.lastForm
            #expect(form["client_id"] == CodeFlow.clientID)
            let secret = try #require(SignedToken(SecretText(form["client_secret"] ?? ""), maximumLength: 2000))
            let signature = try P256.Signing.ECDSASignature(rawRepresentation: secret.signature)
            #expect(Self.key.publicKey.isValidSignature(signature, for: secret.signedPart))
            let claims = try JSONDecoder().decode(TokenClaims.self, from: secret.claims)
            #expect(claims.issuer == "TEAM" && claims.subject == CodeFlow.clientID)
        }
    }
}
