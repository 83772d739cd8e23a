import MessageBus
import Models

struct ActForOperatorHandler: Sendable {
    let service: SessionContext
    let acts: BegunActs

    func handle(_ request: ActForOperator, _ context: MessageContext) async throws -> ActForOperator.Reply {
        let caller = try await service.judge(request.credential)
        guard let act = OperatorActs.act(with: MessageCode(rawValue: request.act)) else {
            throw ServiceError(.invalidRequest, "this act does not exist")
        }
        return try await perform(act, request, by: caller, context)
    }

    private func perform<Act: OperatorAct>(
        _: Act.Type, _ request: ActForOperator, by caller: JudgedOperator, _ context: MessageContext
    ) async throws -> ActForOperator.Reply {
        guard let act = try? request.read(as: Act.self),
            (Act.self as? any ServiceRequest.Type)?.service ?? request.target == request.target
        else { throw ServiceError(.invalidRequest, "the act is not readable") }
        try caller.check(act)
        let begun = BegunAct(
            mark: ActMark(id: base64URL(service.random(16)), at: service.clock.now()), target: request.target)
        try await acts.begin(
            begun, caller.call(act.nameInAudit, act.audited, outcome: AuditedCall.begun, context))
        let reply = try await acts.perform(act, begun, context)
        return try ActForOperator.Reply(reply, to: Act.self)
    }
}
