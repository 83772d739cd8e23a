// Services behind the edge that do what a test says.

import MessageBus
import Models
import Synchronization

@testable import Edge

/// Answers messages as a test has it, and keeps what it received. A message without a script finds nobody there, unless
/// the test says otherwise.
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

    /// What becomes of a message without a script; nil where nobody is there.
    private let otherwise: BusError?

    init(otherwise: BusError? = nil) {
        self.otherwise = otherwise
        on(GetEventKey.self) { _ in GetEventKey.Reply(key: EventKey.sampleText) }
    }

    /// The same services, asked with these header fields where a request has no others of that name.
    func asked(with fields: [(String, String)]) -> ScriptedServices {
        state.withLock { $0.usualFields = fields }
        return self
    }

    var usualFields: [(String, String)] { state.withLock { $0.usualFields } }

    /// Answers each `R` with what `answer` gives.
    func on<R: Request>(_: R.Type, _ answer: @escaping @Sendable (R) throws(BusError) -> R.Reply) {
        script(R.self) { (message) async throws(BusError) in try answer(message) }
    }

    /// The same where there is no script for `R` yet.
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

    /// From now on nobody is there at an address.
    func vanish(at endpoint: Endpoint) { state.withLock { _ = $0.away.insert(endpoint) } }

    /// The messages of a kind that came, in their order.
    func received<R: Request>(_: R.Type) -> [R] { state.withLock { $0.received.compactMap { $0.message as? R } } }

    /// The acts of operators that came, in their order, as the audit log calls them. They stand among the messages too.
    var acts: [String] { state.withLock { $0.acts.map(\.name) } }

    /// What was shown with these.
    var shown: [OperatorCredential] { state.withLock { $0.acts.map(\.shown) } }

    /// All messages that came, in their order.
    var messages: [any Request] { state.withLock { $0.received.map(\.message) } }

    /// What travelled with the messages that came, in their order.
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

    /// As auth-session does it for an operator whose credential counts.
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
