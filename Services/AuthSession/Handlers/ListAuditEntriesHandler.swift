import Models

struct ListAuditEntriesHandler: Sendable {
    let service: SessionContext

    func handle(
        _ request: ListAuditEntries, _ context: MessageContext
    ) async throws -> ListAuditEntries.Reply {
        try ServiceError.check(request.limit, within: ListAuditEntries.limits)
        let found = try await service.store.listAuditEntries(
            of: request.account, before: request.before, limit: request.limit + 1)
        let entries = Array(found.prefix(request.limit))
        return ListAuditEntries.Reply(
            entries: entries, next: found.count > request.limit ? entries.last?.number : nil)
    }
}
