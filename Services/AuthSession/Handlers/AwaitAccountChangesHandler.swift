// Answers AwaitAccountChanges: somebody waits until what became of accounts has ended their sessions.

import Models

/// Answers `AwaitAccountChanges`.
struct AwaitAccountChangesHandler: Sendable {
    let service: SessionContext

    func handle(_ request: AwaitAccountChanges, _ context: MessageContext) async throws -> Done {
        try await service.accounts.catchUp()
        return Done()
    }
}
