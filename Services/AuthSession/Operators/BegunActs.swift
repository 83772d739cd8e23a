// Acts of operators from their beginning to the entry of their end.

import Logging
import MessageBus
import Models
import ServiceRuntime

/// An act that has begun, and whose outcome the audit log does not have yet.
struct BegunAct: Sendable {
    let mark: ActMark
    /// The service that does it.
    let target: ServiceName
}

/// Writes what becomes of acts into the audit log.
///
/// That an act is about to be done is on the disk before its service hears of it. The service notes the act in the
/// transaction that does it (`PerformedActTable`), so what the log says in the end is what happened, whoever dies in between:
/// an act whose reply did not come is settled by what its service has noted.
struct BegunActs: Sendable {
    let store: SessionStore
    let own: OwnActs
    let client: BusClient
    let clock: any WallClock
    let logger: Logger

    /// How long an act is left to the request that has begun it, in seconds.
    static let settledAfter: Int64 = 60

    /// Notes that an act is about to be done.
    ///
    /// - Throws: `unavailable`, and then it is not to be done.
    func begin(_ act: BegunAct, _ call: AuditedCall) async throws {
        do throws(SessionStoreError) { try await store.beginAct(act, call) } catch {
            logger.warning("the audit log cannot be written", metadata: ["cause": "\(error)"])
            throw ServiceError(
                .unavailable, "the audit log cannot be written, so nothing was done; try again in a moment",
                retryAfter: 1)
        }
    }

    /// Has an act done, and notes what came of it.
    func perform<Act: OperatorAct>(_ act: Act, _ begun: BegunAct, _ context: MessageContext) async throws -> Act.Reply {
        let reply: Act.Reply
        do {
            reply = try await send(act, begun, context)
        } catch {
            await settle(begun, afterFailure: error, context)
            throw error
        }
        do throws(SessionStoreError) {
            try await store.endAct(begun.mark, AuditedCall.done, Act.audited(in: reply), at: clock.now())
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

    /// Whatever the service has answered, what it has noted counts. Where that cannot be found out now, it is later.
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

    /// Settles the acts whose outcome did not come back: their process has ended, or their service was away.
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
