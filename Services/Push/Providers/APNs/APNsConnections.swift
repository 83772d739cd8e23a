import Foundation
import Logging
import Models
import NIOCore
import NIOHPACK
import ServiceRuntime
import Synchronization

/// Keeps up to `maximum` connections to one host. It opens another connection only when all are full. A connection
/// carries one request at a time until a first request succeeds. Requests leave in order.
final class APNsConnections: Sendable {
    typealias Opening = @Sendable (_ notify: @escaping @Sendable (APNsStreams.Event) -> Void) -> APNsConnection

    private struct Slot {
        let number: Int
        let connection: APNsConnection
        var pace = ConnectionPace()
    }

    private struct State {
        var slots: [Slot] = []
        var waiting: CircularBuffer<APNsExchange> = []
        var made = 0
        var limit = ConnectionPace.largest
        var closings: [Int: Task<Void, Never>] = [:]
        var isClosed = false
    }

    private typealias Answers = [(APNsExchange, Result<APNsAnswer, APNsExchange.Loss>)]

    private let maximum: Int
    private let open: Opening
    private let clock: any WallClock
    private let logger: Logger
    private let rateLimit = RateLimitedLog()
    private let state = Mutex(State())

    init(maximum: Int, clock: any WallClock, logger: Logger, open: @escaping Opening) {
        self.maximum = maximum
        self.clock = clock
        self.logger = logger
        self.open = open
    }

    /// Sends a request and returns the answer. Requests are sent in the order of the calls: a call joins the queue
    /// before it first suspends.
    func send(
        _ headers: HPACKHeaders, _ body: ByteBuffer, until expiresAt: UnixTime?, _ check: (any SendCheck)?
    ) async throws(APNsExchange.Loss) -> APNsAnswer {
        let result = await withCheckedContinuation { continuation in
            let exchange = APNsExchange(
                headers: headers, body: body, expiresAt: expiresAt, check: check, continuation: continuation)
            answer(
                state.withLock { state in
                    state.waiting.append(exchange)
                    return serve(&state)
                })
        }
        return try result.get()
    }

    var places: Int { state.withLock { $0.limit } * maximum }

    /// Closes the connections. Waiting and later requests are not sent.
    func close() async {
        let (slots, closings, answers) = state.withLock { state in
            state.isClosed = true
            defer { state.slots = [] }
            return (state.slots.map(\.connection), Array(state.closings.values), abandon(&state))
        }
        answer(answers)
        for connection in slots { await connection.close() }
        for closing in closings { await closing.value }
    }

    // MARK: With the lock held

    private func serve(_ state: inout State) -> Answers {
        if state.isClosed { return abandon(&state) }
        var answers: Answers = []
        while let exchange = state.waiting.first, let index = room(&state) {
            state.waiting.removeFirst()
            // The request may have expired while it waited.
            if let expiresAt = exchange.expiresAt, expiresAt <= clock.now() {
                answers.append((exchange, .failure(.late)))
            } else if state.slots[index].pace.acquire() {
                state.slots[index].connection.post(exchange)
            }
        }
        return answers
    }

    private func abandon(_ state: inout State, _ loss: APNsExchange.Loss = .unreachable) -> Answers {
        let all = state.waiting.map { (exchange: $0, result: Result<APNsAnswer, APNsExchange.Loss>.failure(loss)) }
        state.waiting = []
        return all
    }

    private func room(_ state: inout State) -> Int? {
        var emptiest: Int?
        for (index, slot) in state.slots.enumerated() where slot.pace.hasRoom {
            if let other = emptiest, state.slots[other].pace.underWay <= slot.pace.underWay { continue }
            emptiest = index
        }
        if let emptiest { return emptiest }
        let live = state.slots.filter { !$0.pace.isEnded }
        guard live.count < maximum, live.allSatisfy(\.pace.isFull) else { return nil }
        let number = state.made
        state.made += 1
        let connection = open { [weak self] event in self?.received(event, from: number) }
        state.slots.append(Slot(number: number, connection: connection))
        return state.slots.count - 1
    }

    private func end(_ ended: [EndedExchange], at index: Int?, _ state: inout State) -> Answers {
        let now = clock.now()
        var answers: Answers = []
        answers.reserveCapacity(ended.count)
        for end in ended {
            if let index { state.slots[index].pace.leave() }
            switch end.result {
            case .success(let response):
                let answer = APNsAnswer(response, at: now)
                if let index { judge(answer, &state.slots[index].pace) }
                answers.append((end.exchange, .success(answer)))
            case .failure(let loss):
                answers.append((end.exchange, .failure(loss)))
                guard let index else { break }
                if loss != .refused, loss != .outdated { leave(index, "\(loss)", &state) }
            }
            guard let pace = index.map({ state.slots[$0].pace }), pace.isEnded, !pace.hasSucceeded else { continue }
            // No connection works, so waiting requests fail and are retried later.
            if !state.slots.contains(where: \.pace.isProven) {
                let isDistrust = if case .failure(.distrusted) = end.result { true } else { false }
                answers += abandon(&state, isDistrust ? .distrusted : .unreachable)
            }
        }
        return answers
    }

    private func judge(_ answer: APNsAnswer, _ pace: inout ConnectionPace) {
        if answer.status == 200 { return pace.succeeded() }
        if answer.status == 403 { return pace.credentialChanged() }
        let step = DeliveryRules.step(after: answer, isEnvironmentAssumed: false, isTopicTaken: false)
        if case .again(.newConnection, otherwise: _) = step { pace.end() }
    }

    private func leave(_ index: Int, _ why: String, _ state: inout State) {
        guard !state.slots[index].pace.isEnded else { return }
        state.slots[index].pace.end()
        guard let count = rateLimit.record(why, at: clock.now()) else { return }
        logger.info(
            "a connection to APNs has ended", metadata: ["why": .string(why), "connections": .stringConvertible(count)])
    }

    private func clear(_ index: Int, _ state: inout State) {
        let slot = state.slots[index]
        guard slot.pace.isEnded, slot.pace.underWay == 0 else { return }
        state.slots.remove(at: index)
        state.closings[slot.number] = Task {
            await slot.connection.close()
            self.state.withLock { $0.closings[slot.number] = nil }
        }
    }

    // MARK: Without the lock

    private func received(_ event: APNsStreams.Event, from number: Int) {
        let answers = state.withLock { state -> Answers in
            let index = state.slots.firstIndex { $0.number == number }
            var answers: Answers = []
            switch event {
            case .ended(let exchanges): answers = end(exchanges, at: index, &state)
            case .limit(let limit):
                state.limit = min(max(limit, 1), ConnectionPace.largest)
                if let index { state.slots[index].pace.received(limit: limit) }
            case .ending(let reason):
                if let index { leave(index, reason ?? "closed", &state) }
            case .unreachable(let cause):
                if rateLimit.record("unreachable: \(cause)", at: clock.now()) != nil {
                    let isDistrust = TrustedCertificates.isDistrust(cause)
                    logger.info(
                        isDistrust ? "the certificate of APNs is not trusted" : "APNs cannot be reached",
                        metadata: ["cause": .failure(cause)])
                }
                if let index { state.slots[index].pace.end() }
            }
            if let index { clear(index, &state) }
            return answers + serve(&state)
        }
        answer(answers)
    }

    private func answer(_ answers: Answers) {
        for (exchange, result) in answers { exchange.continuation.resume(returning: result) }
    }
}
