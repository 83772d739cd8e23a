import Models

struct ListSessionsHandler: Sendable {
    let service: SessionContext

    func handle(
        _ request: ListSessions, _ context: MessageContext
    ) async throws -> [SessionSummary] {
        try await service.store.listSessions(of: request.account, at: service.clock.now())
    }
}
