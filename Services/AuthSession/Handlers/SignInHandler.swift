// Answers SignIn: a person signs in with a password.

import MessageBus
import Models

/// Answers `SignIn`.
struct SignInHandler: Sendable {
    let desk: SessionDesk

    func handle(_ request: SignIn, _ context: MessageContext) async throws -> SignedIn {
        let door = request.door ?? .password
        guard door == .password || door == .appwrite else {
            throw ServiceError(.invalidRequest, "nobody signs in with a password through the door \(door.rawValue)")
        }
        return try await desk.signIn(through: door, request.kind, isRemembered: request.isRemembered, context) {
            try await desk.client.send(
                VerifyPassword(door: door, login: request.login, password: request.password), context)
        }
    }
}
