// One lane of the queue: takes what is due and brings it to its provider.

import Logging
import Models
import ServiceRuntime
import Synchronization

/// One lane of the queue. It takes what is due in its order, with a bounded number under way, and goes on for as long as there is
/// anything. When its credential does not count it stops, keeps the queue, and tries with one delivery now and then.
final class Lane: Sendable {
    private struct State {
        var underWay = 0
        /// Up to where the queue has been looked at; nil for the beginning.
        var place: QueuePlace?
        /// Until when nothing is tried, and why; nil while all is well.
        var stop: (until: UnixTime, reason: String)?
        /// How many portions may be read while an announcement is being queued; nil for as many as there is room for.
        var portions: Int?
    }

    /// The most deliveries under way.
    static let capacity = 2000
    /// How many rows are read at a time.
    private static let portion = 500
    /// How often a stopped lane tries, in seconds.
    private static let secondsBetweenTries: Int64 = 60

    let name: DeliveryLane
    private let desk: DeliveryDesk
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
                while let deliveries = next() {
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
        guard room > 0 else { return nil }
        do throws(PushStoreError) {
            if let taken = try take(room, after: place, at: now) { return taken }
            return place == nil ? nil : try take(room, after: nil, at: now)
        } catch {
            desk.logger.error("the queue cannot be read", metadata: ["cause": .failure(error)])
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

    /// Stops when the credential does not count, and goes on when it does.
    private func note(_ outcome: DeliveryOutcome) {
        if case .stopCredential(let reason) = outcome {
            let until = desk.clock.now().adding(seconds: Lane.secondsBetweenTries)
            let isNews = state.withLock { state in
                defer { state.stop = (until, reason) }
                return state.stop?.reason != reason
            }
            guard isNews else { return }
            desk.logger.error(
                "nothing is sent until this is set right; what waits is kept",
                metadata: ["lane": .string("\(name)"), "reason": .string(reason)])
        } else if outcome.provesCredential {
            let wasStopped = state.withLock { state in
                defer { state.stop = nil }
                return state.stop != nil
            }
            guard wasStopped else { return }
            desk.logger.notice("pushes are sent again", metadata: ["lane": .string("\(name)")])
            wake()
        }
    }
}

extension DeliveryOutcome {
    /// Whether the provider has looked at more than the credential.
    fileprivate var provesCredential: Bool {
        switch self {
        case .sent, .failed, .removeToken, .tryOtherEnvironment: true
        case .retry, .stopCredential, .expired: false
        }
    }
}
