// Answers ListAPIKeys: an operator looks at the API keys.

import Models

/// Answers `ListAPIKeys`.
struct ListAPIKeysHandler: Sendable {
    let service: SessionContext

    func handle(
        _ request: ListAPIKeys, _ context: MessageContext
    ) async throws -> [APIKeySummary] {
        try await service.store.listAPIKeys()
    }
}
