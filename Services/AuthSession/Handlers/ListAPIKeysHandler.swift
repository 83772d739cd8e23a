// Answers ListAPIKeys: an operator looks at the API keys.

import Models

/// Answers `ListAPIKeys`.
struct ListAPIKeysHandler: Sendable {
    let desk: SessionDesk

    func handle(_ request: ListAPIKeys, _ context: MessageContext) throws -> [APIKeySummary] {
        try desk.askNow(context) { store throws(SessionStoreError) in try store.listAPIKeys() }
    }
}
