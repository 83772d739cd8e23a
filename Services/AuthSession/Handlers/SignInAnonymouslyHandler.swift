// Answers SignInAnonymously: an app signs nobody in particular in.

import MessageBus
import Models

/// Answers `SignInAnonymously`.
struct SignInAnonymouslyHandler: Sendable {
    let desk: SessionDesk

    private static let door = Door.anonymous

    func handle(_ request: SignInAnonymously, _ context: MessageContext) async throws -> SignedIn {
        // Nobody could sign in to the account again, so its session lasts as long as any.
        try await desk.signIn(
            through: SignInAnonymouslyHandler.door, request.kind, isRemembered: true, context
        ) {
            Recognised(
                person: try await desk.client.send(
                    CreateAccount(
                        door: SignInAnonymouslyHandler.door, names: AccountNames(), password: nil,
                        details: ProfileDetails()), context))
        }
    }
}
