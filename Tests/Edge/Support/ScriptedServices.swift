@testable import Edge

/// An unscripted message is unavailable, unless the test sets another error.
final class ScriptedServices: Services {
    typealias Script = @Sendable (any Request) async -> Result<any Sendable, BusError>

    private struct State {
        var scripts: [ObjectIdentifier: Script] = [:]
        var received: [(message: any Request, context: MessageContext)] = []
        var away: Set<Endpoint> = []
        var acts: [(name: String, shown: OperatorCredential)] = []
        var usualFields: [(String, String)] = []
    }

    private let state = Mutex(State())

    private let otherwise: BusError?

    init(otherwise: BusError? = nil) {
        self.otherwise = otherwise
        on(GetEventKey.self) { _ in GetEventKey.Reply(key: EventKey.sampleText) }
    }

    func asked(with fields: [(String, String)]) -> ScriptedServices {
        state.withLock { $0.usualFields = fields }
        return self
    }

    var usualFields: [(String, String)] { state.withLock { $0.usualFields } }

    func on<R: Request>(_: R.Type, _ answer: @escaping @Sendable (R) throws(BusError) -> R.Reply) {
        script(R.self) { (message) async throws(BusError) in try answer(message) }
    }

    func answering<R: Request>(
        _: R.Type, _ answer: @escaping @Sendable (R) throws(BusError) -> R.Reply
    ) -> ScriptedServices {
        on(R.self, answer)
        return self
    }

    @discardableResult
    func refusing<R: Request>(_: R.Type, _ code: ErrorCode, _ text: String = "") -> ScriptedServices {
        answering(R.self) { _ throws(BusError) in throw .refused(ServiceError(code, text)) }
    }

    /// The same, unless `R` already has a script.
    func onceUnscripted<R: Request>(_: R.Type, _ answer: @escaping @Sendable (R) throws(BusError) -> R.Reply) {
        guard state.withLock({ $0.scripts[ObjectIdentifier(R.self)] == nil }) else { return }
        on(R.self, answer)
    }

    func script<R: Request>(_: R.Type, _ answer: @escaping @Sendable (R) async throws(BusError) -> R.Reply) {
        state.withLock { state in
            state.scripts[ObjectIdentifier(R.self)] = { message in
                do throws(BusError) {
                    return .success(try await answer(message as! R))
                } catch { return .failure(error) }
            }
        }
    }

    func vanish(at endpoint: Endpoint) { state.withLock { _ = $0.away.insert(endpoint) } }

    func received<R: Request>(_: R.Type) -> [R] { state.withLock { $0.received.compactMap { $0.message as? R } } }

    /// Under their names in the audit log; the messages contain them too.
    var acts: [String] { state.withLock { $0.acts.map(\.name) } }

    var shown: [OperatorCredential] { state.withLock { $0.acts.map(\.shown) } }

    var messages: [any Request] { state.withLock { $0.received.map(\.message) } }

    var contexts: [MessageContext] { state.withLock { $0.received.map(\.context) } }

    nonisolated(nonsending) func send<R: ServiceRequest>(
        _ request: R, _ context: MessageContext
    ) async throws(BusError) -> R.Reply { try await send(request, to: R.service, at: nil, context) }

    nonisolated(nonsending) func send<R: Request>(
        _ request: R, to service: ServiceName, at endpoint: Endpoint?, _ context: MessageContext
    ) async throws(BusError) -> R.Reply {
        if let act = request as? ActForOperator { return try await perform(act, context) as! R.Reply }
        if let endpoint, state.withLock({ $0.away.contains(endpoint) }) { throw .unavailable(service) }
        let script = state.withLock { state in
            state.received.append((request, context))
            return state.scripts[ObjectIdentifier(R.self)]
        }
        guard let script else { throw otherwise ?? .unavailable(service) }
        return try await script(request).get() as! R.Reply
    }

    nonisolated(nonsending) private func perform(
        _ asked: ActForOperator, _ context: MessageContext
    ) async throws(BusError) -> ActForOperator.Reply {
        try await perform(OperatorActs.act(with: MessageCode(rawValue: asked.act))!, asked, context)
    }

    nonisolated(nonsending) private func perform<Act: OperatorAct>(
        _: Act.Type, _ asked: ActForOperator, _ context: MessageContext
    ) async throws(BusError) -> ActForOperator.Reply {
        let act = try! asked.read(as: Act.self)
        state.withLock { $0.acts.append((act.nameInAudit, asked.credential)) }
        let reply = try await send(act, to: asked.target, at: nil, context)
        return try! ActForOperator.Reply(reply, to: Act.self)
    }
}
