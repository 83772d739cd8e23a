import MessageBus
import Models

/// Identity gets only values derived from the Apple user id. Neither that id nor the token's other data about the
/// person leaves this handler.
struct SignInWithAppleHandler: Sendable {
    let service: SessionContext

    private static let signInMethod = SignInMethod.apple

    func handle(_ request: SignInWithApple, _ context: MessageContext) async throws -> SignedIn {
        guard let apple = service.apple else { throw AppleSignIn.notSetUp }
        var client: String?
        // An app that signs in with Apple wants to stay signed in.
        let signedIn = try await service.signIn(
            by: SignInWithAppleHandler.signInMethod, request.kind, isRemembered: true, context
        ) {
            let token = try await service.verify(
                request.identityToken, for: .signIn(nonce: request.nonce), apple, context)
            client = token.claims.audiences.first(where: apple.verifier.issuer.audiences.contains)
            let account = try await service.store.appleAccount(AppleNames(token.claims))
            guard let end = token.claims.expiresAt else { throw TokenRefusal.malformed }
            let spent = SpentToken(
                name: service.issuedNaming.spent(token.digest), end: end.adding(seconds: TrustedIssuer.leeway))
            // `begin` checks this again. It is checked here first, so that an old token cannot restore an erased
            // account.
            let now = service.clock.now()
            let isNew = try await service.store.maySpend(spent, at: now)
            guard isNew else { throw TokenRefusal.spent }
            try await service.checkAccountMayBeMade(id: account)
            let person = try await service.client.send(
                RecogniseAppleUser(account: account, cancelsErasure: request.cancelsErasure), context)
            return Recognised(person: person, token: spent)
        }
        if let code = request.authorizationCode, let client {
            service.appleTokens?.receive(
                .code(code, redirectURI: request.redirectURI), of: signedIn.profile.account, client: client, context)
        }
        return signedIn
    }
}
