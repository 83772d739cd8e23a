import Models

struct ListAPIKeysHandler: Sendable {
    let service: SessionContext

    func handle(
        _ request: ListAPIKeys, _ context: MessageContext
    ) async throws -> [APIKeySummary] {
        try await service.store.listAPIKeys()
    }
}
