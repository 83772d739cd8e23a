import Models

struct ListAPIKeyPasskeysHandler: Sendable {
    let service: SessionContext

    func handle(
        _ request: ListAPIKeyPasskeys, _ context: MessageContext
    ) async throws -> [APIKeyPasskey] {
        try await service.store.listAPIKeyPasskeys(of: request.key)
    }
}
