import Logging
import MessageBus
import Models
import ServiceRuntime

struct BegunAct: Sendable {
    let mark: ActMark
    let target: ServiceName
}

/// Writes the outcomes of acts into the audit log. The beginning of an act is on disk before a service gets the act.
/// The service notes the act in the transaction that performs it (`PerformedActTable`). After a crash this note decides
/// whether the act was performed.
struct BegunActs: Sendable {
    let store: SessionStore
    let own: OwnActs
    let client: BusClient
    let clock: any WallClock
    let logger: Logger

    /// The seconds after which an act without an outcome is no longer left to its own request.
    static let settledAfter: Int64 = 60

    /// Writes the beginning of an act. Throws `unavailable`; then the act must not be performed.
    func begin(_ act: BegunAct, _ call: AuditedCall) async throws {
        do throws(SessionStoreError) { try await store.beginAct(act, call) } catch {
            logger.warning("the audit log cannot be written", metadata: ["cause": "\(error)"])
            throw ServiceError(
                .unavailable, "the audit log cannot be written, so nothing was done; try again in a moment",
                retryAfter: 1)
        }
    }

    func perform<Act: OperatorAct>(_ act: Act, _ begun: BegunAct, _ context: MessageContext) async throws -> Act.Reply {
        let reply: Act.Reply
        do {
            reply = try await send(act, begun, context)
        } catch {
            await settle(begun, afterFailure: error, context)
            throw error
        }
        do throws(SessionStoreError) {
            try await store.endAct(
                begun.mark, Act.outcome(in: reply), Act.audited(in: reply), at: clock.now())
        } catch {
            logger.warning("the audit log cannot be written", metadata: ["cause": "\(error)"])
            throw ServiceError(
                .unavailable,
                "this was done, and the audit log will record it within a minute; check whether it was done before you repeat it",
                retryAfter: 1)
        }
        return reply
    }

    private func send<Act: OperatorAct>(
        _ act: Act, _ begun: BegunAct, _ context: MessageContext
    ) async throws -> Act.Reply {
        if begun.target == .authSession { return try await own.answer(act, begun.mark, context) }
        var context = context
        context.act = begun.mark
        return try await client.send(act, to: begun.target, context)
    }

    /// Settles an act after a failure. The act may be done although its answer was lost, so the service's note decides.
    /// An unreadable note is read later.
    private func settle(_ act: BegunAct, afterFailure error: any Error, _ context: MessageContext) async {
        let code: ErrorCode? =
            switch error {
            case BusError.refused(let refusal): refusal.code
            case let refusal as ServiceError: refusal.code
            default: nil
            }
        do { try await settle(act, otherwise: code?.rawValue ?? AuditedCall.notDone, context) } catch {
            logger.info("an act of an operator is settled later", metadata: ["cause": .failure(error)])
        }
    }

    private func settle(_ act: BegunAct, otherwise outcome: String, _ context: MessageContext) async throws {
        let isDone =
            act.target == .authSession
            ? try await store.settleAct(act.mark)
            : try await client.send(SettleAct(act.mark), to: act.target, context).isDone
        try await store.endAct(act.mark, isDone ? AuditedCall.done : outcome, nil, at: clock.now())
    }

    /// Settles acts without an outcome: their process has ended, or their service was unreachable.
    func settleLeftBehind() async throws {
        let moment = clock.now().adding(seconds: -BegunActs.settledAfter)
        for act in try await store.begunActs(before: moment) {
            do {
                try await settle(act, otherwise: AuditedCall.notDone, MessageContext(requestID: "settle-acts"))
            } catch {
                logger.info("an act of an operator is settled later", metadata: ["cause": .failure(error)])
            }
        }
    }
}

struct OwnActs: Sendable {
    private typealias Answer = @Sendable (any OperatorAct, MessageContext) async throws -> any Sendable

    private var answers: [MessageCode: Answer] = [:]

    mutating func on<Act: OperatorAct>(_ handle: @escaping RequestHandling<Act>) {
        answers[Act.code] = { act, context in
            guard let act = act as? Act else { throw BusError.unknownMessage }
            return try await handle(act, context)
        }
    }

    /// Performs an act of auth-session itself. As in every service, its writes note the act's mark.
    func answer<Act: OperatorAct>(_ act: Act, _ mark: ActMark, _ context: MessageContext) async throws -> Act.Reply {
        guard let answer = answers[Act.code] else { throw BusError.unknownMessage }
        let acting = ActingRequest(request: CurrentRequest.validity, act: mark)
        let reply = try await CurrentRequest.$validity.withValue(acting) { try await answer(act, context) }
        guard let reply = reply as? Act.Reply else { throw BusError.unknownMessage }
        return reply
    }
}

private struct ActingRequest: RequestValidity {
    let request: (any RequestValidity)?
    let act: ActMark?

    var deadline: UInt64 { request?.deadline ?? .max }
    var isValid: Bool { request?.isValid ?? true }
}
