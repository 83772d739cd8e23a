import Models

struct AppendAuditEntryHandler: Sendable {
    let service: SessionContext

    func handle(_ request: AppendAuditEntry, _ context: MessageContext) async throws -> Done {
        let caller = try await service.judge(request.credential)
        let audited = AuditedSubject(account: request.call.account, key: request.call.subjectKey)
        let call = caller.call(request.call.call, audited, outcome: request.call.outcome, context)
        try await service.store.appendAuditEntry(call, at: service.clock.now())
        return Done()
    }
}
