import Logging
import Models
import ServiceRuntime
import Synchronization

/// The worker of one channel. Takes due deliveries in order, up to the provider's slots plus a small reserve. If its
/// credential is refused or its provider is unreachable, it keeps the queue, and tries one delivery now and then.
final class DeliveryWorker: Sendable {
    let name: DeliveryChannel
    let context: DeliveryContext
    let rateLimit = RateLimitedLog()
    let state = Mutex(DeliveryWorkerState())
    private let signals: AsyncStream<Void>
    private let signalContinuation: AsyncStream<Void>.Continuation

    init(_ name: DeliveryChannel, context: DeliveryContext) {
        self.name = name
        self.context = context
        (signals, signalContinuation) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
    }

    func signal() {
        state.withLock { $0.isDry = false }
        signalContinuation.yield()
    }

    /// Signals that slots are free. Does nothing if the last check found only deliveries in flight.
    func signalCapacity() {
        if state.withLock({ !$0.isDry }) { signalContinuation.yield() }
    }

    /// Signals that deliveries were queued. Queueing and sending share a writer and the processors, so their total time
    /// is the same in any order. While more portions follow, a worker reads one portion for each queued portion:
    /// sending begins at once, and the delivery counts are complete soon.
    func signal(isMoreToCome: Bool) {
        state.withLock { $0.portions = isMoreToCome ? 1 : nil }
        signal()
    }

    func resume(_ outage: KeptOutage) {
        let stop = DeliveryStop(outage, at: context.clock.now())
        state.withLock { ($0.stop, $0.keptOutage) = (stop, outage) }
    }

    var stopNote: String? { state.withLock { $0.stop }.flatMap { $0.note(name) } }

    /// Runs until its task is cancelled; then waits for deliveries in flight.
    func run() async {
        await withDiscardingTaskGroup { group in
            for await _ in signals {
                await keepOutage()
                await bringForward()
                await gather()
                // Cancelled deliveries stay in the queue, so without this check the loop would never end.
                while !Task.isCancelled, let deliveries = await next(), await mark(deliveries) {
                    for delivery in deliveries { start(delivery, in: &group) }
                }
            }
            group.cancelAll()
        }
        await keepOutage()
    }

    /// Starts a delivery. Returns when it has its place in the gateway's queue, so that deliveries leave in order.
    private func start(_ delivery: DueDelivery, in group: inout DiscardingTaskGroup) {
        if #available(macOS 26, *) {
            group.addImmediateTask { await self.deliver(delivery) }
        } else {
            group.addTask { await self.deliver(delivery) }
        }
    }

    private func deliver(_ delivery: DueDelivery) async {
        var answered: (leftAt: UnixTime, at: UnixTime)?
        await context.deliver(delivery) { outcome, delivery, leftAt in
            answered = outcome.isOfProvider ? leftAt.map { ($0, context.clock.now()) } : nil
            return note(outcome, of: delivery)
        }
        let underWay = state.withLock { state in
            state.underWay -= 1
            if let answered { state.answerTimes.record(leftAt: answered.leftAt, at: answered.at) }
            return state.underWay
        }
        // Only some deliveries signal free slots, so that each read returns many rows.
        if underWay.isMultiple(of: DeliveryWorkerState.portion / 2) { signalCapacity() }
    }

    func complainOfStore(_ message: Logger.Message, _ error: PushStoreError) {
        guard rateLimit.record("\(message)", at: context.clock.now()) != nil else { return }
        context.logger.error(message, metadata: ["cause": .failure(error)])
    }

    func next() async -> [DueDelivery]? {
        let now = context.clock.now()
        let places = context.gateway.places(in: name)
        let (room, place, stop) = state.withLock { state in
            (state.room(places, at: now), state.place, state.stop)
        }
        guard room > 0, context.recorder.hasRoom, context.mayWork() else { return nil }
        do throws(PushStoreError) {
            if let stop { return try await dequeueOne(after: stop, at: now) }
            if let taken = try await dequeue(room, after: place, at: now) { return taken }
            if place != nil, let taken = try await dequeue(room, after: nil, at: now) { return taken }
            state.withLock { $0.isDry = true }
            return nil
        } catch {
            complainOfStore("the queue cannot be read; check the database", error)
            return nil
        }
    }

    /// Returns the delivery for a trial. After a refusal of the credential, it is for another app or push device.
    private func dequeueOne(after stop: DeliveryStop, at now: UnixTime) async throws(PushStoreError) -> [DueDelivery]? {
        let refusals = state.withLock { $0.refusals }
        var isNobodyLeft = false
        let taken = try await context.recorder.dequeue { () async throws(PushStoreError) in
            let due = try await context.store.due(name, at: now, after: nil, limit: DeliveryWorkerState.portion)
            guard stop.cause == .credential else { return Array(due.prefix(1)) }
            let another = due.first { $0.target.map(refusals.isAnother) ?? true }
            if let another { return [another] }
            isNobodyLeft = !due.isEmpty
            guard stop.until <= now else { return [] }
            return (due.first { $0.target.map { !refusals.isSuspect($0) } ?? true } ?? due.first).map { [$0] } ?? []
        }
        guard let one = taken?.deliveries.first else {
            // No other target exists, so the credential counts as refused.
            if isNobodyLeft { sayStopped(stop) }
            return nil
        }
        state.withLock { state in
            state.place = nil
            state.trial = one.place.number
            state.underWay += 1
        }
        return [one]
    }

    /// Returns due deliveries after `place`, without deliveries in flight; nil if no further delivery is due.
    private func dequeue(
        _ room: Int, after place: QueuePlace?, at now: UnixTime
    ) async throws(PushStoreError) -> [DueDelivery]? {
        var place = place
        while true {
            let start = place
            let taken = try await context.recorder.dequeue { () async throws(PushStoreError) in
                try await context.store.due(name, at: now, after: start, limit: min(room, DeliveryWorkerState.portion))
            }
            guard let (deliveries, last) = taken else {
                state.withLock { $0.place = nil }
                return nil
            }
            place = last
            state.withLock { state in
                state.place = last
                state.underWay += deliveries.count
                if state.portions != nil, !deliveries.isEmpty { state.portions = 0 }
                // More may follow, even if a concurrent check found the queue dry.
                if !deliveries.isEmpty { state.isDry = false }
            }
            if !deliveries.isEmpty { return deliveries }
        }
    }

    /// Stores that the deliveries may leave, before any of them leaves. If it returns false, none may leave.
    func mark(_ deliveries: [DueDelivery]) async -> Bool {
        let (marked, trial) = state.withLock { ($0.marked, $0.trial) }
        // A stopped worker tries one delivery and may leave earlier deliveries in the queue, so the mark must not pass
        // them.
        func isAlone(_ delivery: DueDelivery) -> Bool { delivery.isNotedAlone || delivery.place.number == trial }
        let alone = deliveries.filter(isAlone).map(\.place.number)
        var last = deliveries.lazy.filter { !isAlone($0) }.map(\.place).max()
        if let marked, let place = last, place <= marked { last = nil }
        guard last != nil || !alone.isEmpty else { return true }
        do throws(PushStoreError) { try await context.store.recordTaken(upTo: last, and: alone, in: name) } catch {
            for delivery in deliveries { context.recorder.abandon(delivery.place.number) }
            state.withLock { state in
                state.underWay -= deliveries.count
                (state.place, state.trial) = (nil, nil)
            }
            complainOfStore("due deliveries wait, because they cannot be marked as taken; check the database", error)
            return false
        }
        if let last { state.withLock { $0.marked = last } }
        return true
    }

    func keepOutage() async {
        let (outage, kept) = state.withLock { ($0.stop?.kept, $0.keptOutage) }
        guard outage != kept else { return }
        do throws(PushStoreError) {
            try await context.store.recordOutage(outage, of: name)
            state.withLock { $0.keptOutage = outage }
        } catch {
            complainOfStore("the pause that a provider asked for cannot be stored; check the database", error)
        }
    }

    func bringForward() async {
        guard
            state.withLock({ state in
                defer { state.isOutageOver = false }
                return state.isOutageOver
            })
        else { return }
        do throws(PushStoreError) {
            let now = context.clock.now()
            while try await context.store.endOutage(of: name, limit: DeliveryWorkerState.portion, at: now),
                !Task.isCancelled
            {}
        } catch {
            state.withLock { $0.isOutageOver = true }
            complainOfStore(
                "deliveries that waited for the end of an outage cannot be made due; check the database", error)
        }
    }

    /// Gathers held deliveries after quiet hours. Held deliveries are read from the queue only after this call, so that
    /// no delivery is sent alone before the others are known.
    func gather() async {
        guard context.mayWork() else { return }
        let sending = context.sending
        do throws(PushStoreError) {
            while try await context.store.gather(
                in: name, at: context.clock.now(), limit: DeliveryWorkerState.portion,
                isDigested: { sending.isDigested($0) }), !Task.isCancelled
            {}
        } catch {
            complainOfStore("deliveries held in quiet hours cannot be gathered into digests; check the database", error)
        }
    }
}

extension DeliveryOutcome {
    /// Whether the outcome is the provider's answer. The time until a failed connection is no measure of answer times.
    fileprivate var isOfProvider: Bool {
        switch self {
        case .waitForCredential, .unreachable, .unanswered, .lost, .expired, .outdated: false
        default: true
        }
    }
}

extension DueDelivery {
    var target: CredentialRefusals.Target? {
        token.map { CredentialRefusals.Target(token: $0.number, topic: $0.topic) }
    }
}
