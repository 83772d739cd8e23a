import MessageBus
import Models

extension SessionContext {
    func actForOperator(
        _ request: ActForOperator, through acts: BegunActs, _ context: MessageContext
    ) async throws -> ActForOperator.Reply {
        let caller = try await judge(request.credential)
        guard let act = OperatorActs.act(with: MessageCode(rawValue: request.act)) else {
            throw ServiceError(.invalidRequest, "this act does not exist")
        }
        return try await perform(act, request, by: caller, through: acts, context)
    }

    private func perform<Act: OperatorAct>(
        _: Act.Type, _ request: ActForOperator, by caller: JudgedOperator, through acts: BegunActs,
        _ context: MessageContext
    ) async throws -> ActForOperator.Reply {
        guard let act = try? request.read(as: Act.self),
            (Act.self as? any ServiceRequest.Type)?.service ?? request.target == request.target
        else { throw ServiceError(.invalidRequest, "the act is not readable") }
        try caller.check(act)
        let begun = BegunAct(mark: ActMark(id: base64URL(random(16)), at: clock.now()), target: request.target)
        try await acts.begin(begun, caller.call(act.nameInAudit, act.audited, outcome: AuditedCall.begun, context))
        let reply = try await acts.perform(act, begun, context)
        return try ActForOperator.Reply(reply, to: Act.self)
    }

    func appendAuditEntry(_ request: AppendAuditEntry, _ context: MessageContext) async throws -> Done {
        let caller = try await judge(request.credential)
        let audited = AuditedSubject(
            account: request.call.account, key: request.call.subjectKey, name: request.call.subjectName)
        let call = caller.call(request.call.call, audited, outcome: request.call.outcome, context)
        try await store.appendAuditEntry(call, at: clock.now())
        return Done()
    }

    func listAuditEntries(
        _ request: ListAuditEntries, _ context: MessageContext
    ) async throws -> ListAuditEntries.Reply {
        try ServiceError.check(request.limit, within: ListAuditEntries.limits)
        var wider = request
        wider.limit += 1
        let found = try await store.listAuditEntries(wider)
        let entries = Array(found.prefix(request.limit))
        return ListAuditEntries.Reply(entries: entries, next: found.count > request.limit ? entries.last?.number : nil)
    }

    func verifyAuditLog(_ request: VerifyAuditLog, _ context: MessageContext) async throws -> VerifyAuditLog.Reply {
        try ServiceError.check(request.limit, within: VerifyAuditLog.limits)
        guard request.after >= 0 else {
            throw ServiceError(.invalidRequest, "after must be the number of an entry, or 0")
        }
        return try await store.verifyAuditLog(after: request.after, request.hash, limit: request.limit)
    }
}
