// Answers SignInAnonymously: an app makes an anonymous account and signs in to it.

import MessageBus
import Models

/// Answers `SignInAnonymously`.
struct SignInAnonymouslyHandler: Sendable {
    let service: SessionContext

    private static let signInMethod = SignInMethod.anonymous

    func handle(_ request: SignInAnonymously, _ context: MessageContext) async throws -> SignedIn {
        var made: AccountID?
        do {
            // Nobody could sign in to the account again, so its session lasts as long as any.
            return try await service.signIn(
                by: SignInAnonymouslyHandler.signInMethod, request.kind, isRemembered: true, context
            ) {
                try await service.checkAccountMayBeMade()
                let person = try await service.client.send(
                    CreateAccount(
                        signInMethod: SignInAnonymouslyHandler.signInMethod, names: AccountNames(), password: nil,
                        details: ProfileDetails()), context)
                made = person.profile.account
                return Recognised(person: person)
            }
        } catch {
            // An account that never had a session would stay: the purge looks for those whose last one has ended.
            if let made { _ = try? await service.client.send(EraseUnreachableAccount(account: made), context) }
            throw error
        }
    }
}
