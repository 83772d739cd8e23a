// Answers SignInWithApple: a person signs in with Apple.

import AppleAccounts
import MessageBus
import Models

/// Answers `SignInWithApple`. It gives identity only what is derived from the Apple user id. Neither that id nor
/// anything else that the token says of the person leaves this handler.
struct SignInWithAppleHandler: Sendable {
    let service: SessionContext

    private static let signInMethod = SignInMethod.apple

    func handle(_ request: SignInWithApple, _ context: MessageContext) async throws -> SignedIn {
        guard let apple = service.apple else { throw AppleSignIn.notSetUp }
        var audiences: [String] = []
        // An app that signs in with Apple means to stay signed in.
        let signedIn = try await service.signIn(
            by: SignInWithAppleHandler.signInMethod, request.kind, isRemembered: true, context
        ) {
            let token = try await service.verify(
                request.identityToken, for: .signIn(nonce: request.nonce), apple, context)
            audiences = token.claims.audiences
            guard let subject = token.claims.subject,
                let account = AppleAccount(appleUserID: subject, domain: apple.domain)
            else { throw TokenRefusal.subject }
            guard let end = token.claims.expiresAt else { throw TokenRefusal.malformed }
            let spent = SpentToken(
                name: service.issuedNaming.spent(token.digest), end: end.adding(seconds: TrustedIssuer.leeway))
            // `begin` checks this again. It is checked here first, so that an old token cannot bring an erased account
            // back.
            let now = service.clock.now()
            let isNew = try await service.store.maySpend(spent, at: now)
            guard isNew else { throw TokenRefusal.spent }
            try await service.checkAccountMayBeMade(id: account.id)
            let person = try await service.client.send(
                RecogniseAppleUser(account: account.id, cancelsErasure: request.cancelsErasure), context)
            return Recognised(person: person, token: spent)
        }
        if let code = request.authorizationCode {
            apple.tokens?.receive(code, of: signedIn.profile.account, audiences: audiences, context)
        }
        return signedIn
    }
}
