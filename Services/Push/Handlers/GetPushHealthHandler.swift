// Answers GetPushHealth: an operator asks how pushes fare.

import Models

/// Answers `GetPushHealth`.
struct GetPushHealthHandler: Sendable {
    let health: @Sendable () -> GetPushHealth.Reply

    func handle(_ request: GetPushHealth, _ context: MessageContext) async throws -> GetPushHealth.Reply { health() }
}
