// Answers AppendAuditEntry: what an operator does is written down.

import Models

/// Answers `AppendAuditEntry`.
struct AppendAuditEntryHandler: Sendable {
    let service: SessionContext

    func handle(_ request: AppendAuditEntry, _ context: MessageContext) async throws -> Done {
        try await service.store.appendAuditEntry(request.call, at: service.clock.now())
        return Done()
    }
}
