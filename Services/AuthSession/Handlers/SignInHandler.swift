// Answers SignIn: a person signs in with a password.

import MessageBus
import Models

/// Answers `SignIn`.
struct SignInHandler: Sendable {
    let desk: SessionDesk

    private static let door = Door.password

    func handle(_ request: SignIn, _ context: MessageContext) async throws -> SignedIn {
        let start = ContinuousClock.now
        do {
            let person = try await desk.client.send(
                VerifyPassword(door: SignInHandler.door, login: request.login, password: request.password), context)
            let signedIn = try await desk.begin(
                request.kind, isRemembered: request.isRemembered, for: person, through: SignInHandler.door, context)
            desk.metrics.countSignIn(through: SignInHandler.door, nil, took: .now - start)
            return signedIn
        } catch {
            desk.log.refused(.signInRefused, through: SignInHandler.door, code(of: error), context)
            desk.metrics.countSignIn(through: SignInHandler.door, code(of: error), took: .now - start)
            throw error
        }
    }
}
