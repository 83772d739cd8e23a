import Models

struct VerifyAuditLogHandler: Sendable {
    let service: SessionContext

    func handle(
        _ request: VerifyAuditLog, _ context: MessageContext
    ) async throws -> VerifyAuditLog.Reply {
        try ServiceError.check(request.limit, within: VerifyAuditLog.limits)
        guard request.after >= 0 else { throw ServiceError(.invalidRequest, "entries are counted from 1 up") }
        return try await service.store.verifyAuditLog(after: request.after, request.hash, limit: request.limit)
    }
}
