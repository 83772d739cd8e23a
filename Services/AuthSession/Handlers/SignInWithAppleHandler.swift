// Answers SignInWithApple: a person signs in with Apple.

import AppleAccounts
import MessageBus
import Models

/// Answers `SignInWithApple`. The Apple user id, and whatever else the token says of the person, goes no further than this.
struct SignInWithAppleHandler: Sendable {
    let desk: SessionDesk

    private static let door = Door.apple

    func handle(_ request: SignInWithApple, _ context: MessageContext) async throws -> SignedIn {
        guard let apple = desk.apple else { throw AppleDoor.notSetUp }
        var audiences: [String] = []
        // An app that signs in with Apple means to stay signed in.
        let signedIn = try await desk.signIn(
            through: SignInWithAppleHandler.door, request.kind, isRemembered: true, context
        ) {
            let token = try await desk.verify(request.identityToken, for: .signIn(nonce: request.nonce), apple)
            audiences = token.claims.audiences
            guard let subject = token.claims.subject,
                let account = AppleAccount(appleUserID: subject, domain: apple.domain)
            else { throw TokenRefusal.subject }
            return try await desk.client.send(RecogniseAppleUser(account: account.id), context)
        }
        if let code = request.authorizationCode {
            apple.tokens?.take(code, of: signedIn.profile.account, audiences: audiences, context)
        }
        return signedIn
    }
}

extension SessionDesk {
    /// Verifies a token of Apple, and says so where Apple cannot be asked for a key that is not known.
    nonisolated(nonsending) func verify(
        _ token: SecretText, for purpose: TokenPurpose, _ apple: AppleDoor
    ) async throws -> VerifiedToken {
        do { return try await apple.verifier.verify(token, for: purpose) } catch is IssuerUnreachable {
            throw ServiceError(.unavailable, "Apple cannot be asked for its keys; try again", retryAfter: 10)
        }
    }
}
