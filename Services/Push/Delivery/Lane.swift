// One lane of the queue: takes what is due and brings it to its provider.

import Logging
import Models
import ServiceRuntime
import Synchronization

/// One lane of the queue. It takes what is due in its order, with a bounded number under way, and goes on for as long as there is
/// anything. When its credential does not count or its provider is out of reach it stops, keeps the queue, and tries with one
/// delivery now and then.
final class Lane: Sendable {
    private struct State {
        var underWay = 0
        /// Up to where the queue has been looked at; nil for the beginning.
        var place: QueuePlace?
        /// Nil while all is well.
        var stop: Stop?
        /// How many portions may be read while an announcement is being queued; nil for as many as there is room for.
        var portions: Int?
    }

    /// Why nothing is sent.
    private struct Stop {
        enum Cause: Equatable { case credential, unreachable }

        var cause: Cause
        var reason: String
        /// When one delivery is tried.
        var until: UnixTime
        /// How often that has gone wrong.
        var tries: Int64
    }

    /// The most deliveries under way.
    static let capacity = 2000
    /// How many rows are read at a time.
    private static let portion = 500
    /// How often a stopped lane tries, in seconds: so often without a credential, and ever more seldom up to that without a way.
    private static let secondsBetweenTries: Int64 = 60

    let name: DeliveryLane
    private let desk: DeliveryDesk
    private let complaints = Complaints()
    private let state = Mutex(State())
    private let wakes: AsyncStream<Void>
    private let waker: AsyncStream<Void>.Continuation

    init(_ name: DeliveryLane, desk: DeliveryDesk) {
        self.name = name
        self.desk = desk
        (wakes, waker) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
    }

    /// Looks for what is due, soon.
    func wake() { waker.yield() }

    /// Looks for what is due, soon, after a portion of an announcement has been queued.
    ///
    /// Queueing and sending share a writer and the processors, and both together take as long in any order. So as long as more is
    /// to come a lane reads one portion for each that was queued: sending begins at once, and the books are whole soon.
    func wake(isMoreToCome: Bool) {
        state.withLock { $0.portions = isMoreToCome ? 1 : nil }
        waker.yield()
    }

    /// Delivers until its task is cancelled, and then waits for what is under way.
    func run() async {
        await withDiscardingTaskGroup { group in
            for await _ in wakes {
                // What is cancelled stays in the queue, so there would be something for ever.
                while !Task.isCancelled, let deliveries = next() {
                    for delivery in deliveries { start(delivery, in: &group) }
                }
            }
            group.cancelAll()
        }
    }

    /// Starts a delivery, and returns when it has its place at its gateway: so they leave in the order of the queue.
    private func start(_ delivery: DueDelivery, in group: inout DiscardingTaskGroup) {
        if #available(macOS 26, *) {
            group.addImmediateTask { await self.deliver(delivery) }
        } else {
            group.addTask { await self.deliver(delivery) }
        }
    }

    private func deliver(_ delivery: DueDelivery) async {
        await desk.deliver(delivery, noting: note)
        let room = state.withLock { state in
            state.underWay -= 1
            return state.underWay
        }
        // Not for each: what is read at a time should be worth it.
        if room == 0 || room == Lane.capacity / 2 { wake() }
    }

    /// The next deliveries to work on; nil when there is nothing to do for now.
    private func next() -> [DueDelivery]? {
        let now = desk.clock.now()
        let (room, place) = state.withLock { state in (Lane.room(state, at: now), state.place) }
        guard room > 0, desk.settler.hasRoom else { return nil }
        do throws(PushStoreError) {
            if let taken = try take(room, after: place, at: now) { return taken }
            return place == nil ? nil : try take(room, after: nil, at: now)
        } catch {
            if complaints.note("unreadable", at: now) != nil {
                desk.logger.error("the queue cannot be read", metadata: ["cause": .failure(error)])
            }
            return nil
        }
    }

    /// How many may be taken on now.
    private static func room(_ state: State, at now: UnixTime) -> Int {
        if let stop = state.stop { return stop.until <= now && state.underWay == 0 ? 1 : 0 }
        return state.portions == 0 || state.underWay > capacity / 2 ? 0 : capacity - state.underWay
    }

    /// Takes deliveries from behind a place; nil when there are none. From the beginning it reads past those that are under way.
    private func take(
        _ room: Int, after place: QueuePlace?, at now: UnixTime
    ) throws(PushStoreError) -> [DueDelivery]? {
        var place = place
        while true {
            let start = place
            let taken = try desk.settler.take { () throws(PushStoreError) in
                try desk.store.due(name, at: now, after: start, limit: min(room, Lane.portion))
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
            }
            if !deliveries.isEmpty { return deliveries }
        }
    }

    /// Stops when nothing gets through, and goes on when something does.
    private func note(_ outcome: DeliveryOutcome) {
        switch outcome {
        case .stopCredential(let reason): stop(.credential, reason)
        case .unreachable(let reason): stop(.unreachable, reason)
        // Nobody gets through yet; this one has a pause of its own, so that the next try is another's.
        case .retry(_, let reason): if isUnreachable { stop(.unreachable, reason) }
        case .sent, .failed, .removeToken, .tryOtherEnvironment: goOn()
        case .expired: break
        }
    }

    private var isUnreachable: Bool { state.withLock { $0.stop?.cause == .unreachable } }

    private func stop(_ cause: Stop.Cause, _ reason: String) {
        let now = desk.clock.now()
        let isNews = state.withLock { state in
            let former = state.stop
            // Many come back from one failure; those that were under way before it say no more than the first.
            if cause == .unreachable, let former, former.until > now { return false }
            let tries = former?.cause == cause ? former.map { $0.tries + 1 } ?? 1 : 1
            let longest = Lane.secondsBetweenTries
            let pause = cause == .credential ? longest : min(1 << min(tries - 1, 6), longest)
            state.stop = Stop(cause: cause, reason: reason, until: now.adding(seconds: pause), tries: tries)
            return former?.cause != cause || cause == .credential && former?.reason != reason
        }
        guard isNews else { return }
        let metadata: Logger.Metadata = ["lane": .string("\(name)"), "reason": .string(reason)]
        switch cause {
        case .credential:
            desk.logger.error("nothing is sent until this is set right; what waits is kept", metadata: metadata)
        case .unreachable:
            guard complaints.note("unreachable", at: now) != nil else { return }
            desk.logger.warning("the provider is out of reach; what waits is kept", metadata: metadata)
        }
    }

    private func goOn() {
        let former = state.withLock { state in
            defer { state.stop = nil }
            return state.stop
        }
        guard let former else { return }
        if former.cause == .credential || complaints.note("reached", at: desk.clock.now()) != nil {
            desk.logger.notice("pushes are sent again", metadata: ["lane": .string("\(name)")])
        }
        wake()
    }
}
