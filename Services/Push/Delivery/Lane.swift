// One lane of the queue: takes what is due and brings it to its provider.

import Logging
import Models
import ServiceRuntime
import Synchronization

/// One lane of the queue. It takes what is due in its order, as many as there are places for at the provider and some more that
/// wait for one, and goes on for as long as there is anything. When its credential does not count or its provider is out of reach
/// it stops, keeps the queue, and tries with one delivery now and then.
final class Lane: Sendable {
    private struct State {
        var underWay = 0
        /// Up to where the queue has been looked at; nil for the beginning.
        var place: QueuePlace?
        /// Whether there is nothing in the queue but what is under way, as far as it is known.
        var isDry = false
        /// Nil while all is well.
        var stop: Stop?
        /// The delivery with which a stopped lane tries.
        var trial: Int64?
        var refusals = CredentialRefusals()
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
        /// Whether it is not clear that it is the credential: another handset or app is tried as soon as there is one.
        var isDoubt = false
        /// Whether the operator was told.
        var isSaid = true
    }

    /// How many wait for a place at the provider, so that none stays empty while the queue is read.
    private static let reserve = 1000
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
    func wake() {
        state.withLock { $0.isDry = false }
        waker.yield()
    }

    /// Looks for more, soon, unless nothing but what is under way was found the last time.
    func wakeForRoom() {
        if state.withLock({ !$0.isDry }) { waker.yield() }
    }

    /// Looks for what is due, soon, after a portion of an announcement has been queued.
    ///
    /// Queueing and sending share a writer and the processors, and both together take as long in any order. So as long as more is
    /// to come a lane reads one portion for each that was queued: sending begins at once, and the books are whole soon.
    func wake(isMoreToCome: Bool) {
        state.withLock { $0.portions = isMoreToCome ? 1 : nil }
        wake()
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
        await desk.deliver(delivery) { note($0, of: $1) }
        let underWay = state.withLock { state in
            state.underWay -= 1
            return state.underWay
        }
        // Not for each: what is read at a time should be worth it.
        if underWay.isMultiple(of: Lane.portion / 2) { wakeForRoom() }
    }

    /// The next deliveries to work on; nil when there is nothing to do for now.
    private func next() -> [DueDelivery]? {
        let now = desk.clock.now()
        let places = desk.gateway.places(in: name)
        let (room, place, stop) = state.withLock { state in
            (Lane.room(state, places, at: now), state.place, state.stop)
        }
        guard room > 0, desk.settler.hasRoom else { return nil }
        do throws(PushStoreError) {
            if let stop { return try takeOne(after: stop, at: now) }
            if let taken = try take(room, after: place, at: now) { return taken }
            if place != nil, let taken = try take(room, after: nil, at: now) { return taken }
            state.withLock { $0.isDry = true }
            return nil
        } catch {
            if complaints.note("unreadable", at: now) != nil {
                desk.logger.error("the queue cannot be read", metadata: ["cause": .failure(error)])
            }
            return nil
        }
    }

    /// How many may be taken on now.
    private static func room(_ state: State, _ places: Int, at now: UnixTime) -> Int {
        if let stop = state.stop { return (stop.isDoubt || stop.until <= now) && state.underWay == 0 ? 1 : 0 }
        let room = places + reserve - state.underWay
        return state.portions == 0 || room < portion ? 0 : room
    }

    /// Takes the delivery with which a stopped lane tries: after a refusal of the credential one for another app, or another
    /// handset. Nil when there is none.
    private func takeOne(after stop: Stop, at now: UnixTime) throws(PushStoreError) -> [DueDelivery]? {
        let refusals = state.withLock { $0.refusals }
        var isNobodyLeft = false
        let taken = try desk.settler.take { () throws(PushStoreError) in
            let due = try desk.store.due(name, at: now, after: nil, limit: Lane.portion)
            guard stop.cause == .credential else { return Array(due.prefix(1)) }
            let another = due.first { $0.target.map(refusals.isAnother) ?? true }
            if let another { return [another] }
            isNobodyLeft = !due.isEmpty
            guard stop.until <= now else { return [] }
            return (due.first { $0.target.map { !refusals.isSuspect($0) } ?? true } ?? due.first).map { [$0] } ?? []
        }
        guard let one = taken?.deliveries.first else {
            // Nobody else can be asked, so the credential has to count as refused.
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
                // Where there was something there may be more, whatever was found out beside this.
                if !deliveries.isEmpty { state.isDry = false }
            }
            if !deliveries.isEmpty { return deliveries }
        }
    }

    /// Stops when nothing gets through, and goes on when something does. Says what became of this one, as far as others tell.
    private func note(_ outcome: DeliveryOutcome, of delivery: DueDelivery) -> DeliveryOutcome {
        switch outcome {
        case .stopCredential(let reason): return refused(delivery, reason)
        case .unreachable(let reason): stop(.unreachable, reason)
        // Nobody gets through yet; this one has a pause of its own, so that the next try is another's.
        case .retry(_, let reason), .outage(_, let reason): if isUnreachable { stop(.unreachable, reason) }
        case .sent, .failed, .removeToken, .tryOtherEnvironment: taken(delivery)
        case .expired, .outdated: break
        }
        return outcome
    }

    /// How long one waits that its provider refuses by itself.
    private static let pauseOfRefused = Duration.seconds(60)

    private func refused(_ delivery: DueDelivery, _ reason: String) -> DeliveryOutcome {
        let meaning = delivery.target.map { target in state.withLock { $0.refusals.refused(target) } } ?? .credential
        switch meaning {
        case .own:
            let metadata: Logger.Metadata = [
                "lane": .string("\(name)"), "reason": .string(reason),
                "topic": .string(delivery.token?.topic ?? "the configured one"),
                "announcement": .string(delivery.announcement.id.text), "delivery": .string(delivery.id.lowercase),
            ]
            if complaints.note("refused by itself", at: desk.clock.now()) != nil {
                desk.logger.error(
                    "the provider refuses the credential for this handset or app alone; look at its topic",
                    metadata: metadata)
            }
            return .retry(after: Lane.pauseOfRefused, reason: reason)
        case .unclear: stop(.credential, reason, isDoubt: true)
        case .credential: stop(.credential, reason)
        }
        return .stopCredential(reason: reason)
    }

    private func taken(_ delivery: DueDelivery) {
        let mayGoOn = state.withLock { state in
            // What had left before the refusal says nothing of it.
            let isProof = state.stop?.cause != .credential || state.trial == delivery.place.number
            if isProof, !state.refusals.isEmpty, let target = delivery.target { state.refusals.taken(target) }
            return isProof
        }
        if mayGoOn { goOn() }
    }

    private var isUnreachable: Bool { state.withLock { $0.stop?.cause == .unreachable } }

    private func stop(_ cause: Stop.Cause, _ reason: String, isDoubt: Bool = false) {
        let now = desk.clock.now()
        let isNews = state.withLock { state in
            let former = state.stop
            state.isDry = false
            if isDoubt, former?.cause != .credential || former?.isDoubt == true {
                let isSaid = former?.cause == .credential && former?.isSaid == true && former?.reason == reason
                state.stop = Stop(
                    cause: cause, reason: reason, until: now.adding(seconds: Lane.secondsBetweenTries), tries: 0,
                    isDoubt: true, isSaid: isSaid)
                return false
            }
            // Many come back from one failure; those that were under way before it say no more than the first.
            if cause == .unreachable, let former, former.until > now { return false }
            let tries = former?.cause == cause ? former.map { $0.tries + 1 } ?? 1 : 1
            let longest = Lane.secondsBetweenTries
            let pause = cause == .credential ? longest : min(1 << min(tries - 1, 6), longest)
            state.stop = Stop(cause: cause, reason: reason, until: now.adding(seconds: pause), tries: tries)
            return former?.cause != cause || former?.isSaid == false || former?.reason != reason
        }
        guard isNews else { return }
        let metadata: Logger.Metadata = ["lane": .string("\(name)"), "reason": .string(reason)]
        switch cause {
        case .credential: sayCredential(metadata)
        case .unreachable:
            guard complaints.note("unreachable: \(reason)", at: now) != nil else { return }
            if reason == DeliveryOutcome.distrustReason {
                desk.logger.error(
                    "the certificate of the provider is not trusted; what waits is kept", metadata: metadata)
            } else {
                desk.logger.warning("the provider is out of reach; what waits is kept", metadata: metadata)
            }
        }
    }

    private func sayCredential(_ metadata: Logger.Metadata) {
        desk.logger.error("nothing is sent until this is set right; what waits is kept", metadata: metadata)
    }

    /// Tells the operator of a refusal of which it stays unclear whom it is for.
    private func sayStopped(_ stop: Stop) {
        guard stop.isDoubt, !stop.isSaid else { return }
        state.withLock { $0.stop?.isSaid = true }
        sayCredential(["lane": .string("\(name)"), "reason": .string(stop.reason)])
    }

    private func goOn() {
        let former = state.withLock { state in
            defer { (state.stop, state.trial) = (nil, nil) }
            return state.stop
        }
        guard let former else { return }
        guard former.isSaid else { return wake() }
        if former.cause == .credential || complaints.note("reached", at: desk.clock.now()) != nil {
            desk.logger.notice("pushes are sent again", metadata: ["lane": .string("\(name)")])
        }
        wake()
    }
}

extension DueDelivery {
    /// Whom a provider may refuse by itself.
    fileprivate var target: CredentialRefusals.Target? {
        token.map { CredentialRefusals.Target(token: $0.number, topic: $0.topic) }
    }
}
