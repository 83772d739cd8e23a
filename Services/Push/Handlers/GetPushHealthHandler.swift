import Models

struct GetPushHealthHandler: Sendable {
    let health: @Sendable () -> GetPushHealth.Reply

    func handle(_ request: GetPushHealth, _ context: MessageContext) async throws -> GetPushHealth.Reply { health() }
}
