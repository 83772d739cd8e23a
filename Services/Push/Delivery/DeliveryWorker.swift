// The worker of one channel: takes what is due and brings it to its provider.

import Logging
import Models
import ServiceRuntime
import Synchronization

/// The worker of one channel. It takes due deliveries in their order, as many as it needs to keep the provider busy: no
/// more than the provider has places for, and a few that wait for one. It goes on while anything is due. When its
/// credential is refused or its provider cannot be reached it stops, keeps the queue, and tries one delivery now and
/// then.
final class DeliveryWorker: Sendable {
    /// After so many answers in a row that say so, the provider counts as not well.
    private static let maximumOutages = 3

    let name: DeliveryChannel
    private let context: DeliveryContext
    private let rateLimit = RateLimitedLog()
    private let state = Mutex(DeliveryWorkerState())
    private let signals: AsyncStream<Void>
    private let signalContinuation: AsyncStream<Void>.Continuation

    init(_ name: DeliveryChannel, context: DeliveryContext) {
        self.name = name
        self.context = context
        (signals, signalContinuation) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
    }

    /// Looks for what is due, soon.
    func signal() {
        state.withLock { $0.isDry = false }
        signalContinuation.yield()
    }

    /// Looks for more, soon, unless the last look found the queue empty but for what is under way.
    func signalCapacity() {
        if state.withLock({ !$0.isDry }) { signalContinuation.yield() }
    }

    /// Looks for what is due, soon, after a portion of an announcement has been queued.
    ///
    /// Queueing and sending share a writer and the processors, so together they take as long in any order. While more
    /// is to come a worker reads one portion for each that was queued. Sending then begins at once, and the delivery
    /// counts are complete soon.
    func signal(isMoreToCome: Bool) {
        state.withLock { $0.portions = isMoreToCome ? 1 : nil }
        signal()
    }

    /// What an operator has to know; nil while it sends.
    func note(at now: UnixTime) -> String? { state.withLock { $0.stop }.flatMap { $0.note(name, at: now) } }

    /// Delivers until its task is cancelled, and then waits for what is under way.
    func run() async {
        await withDiscardingTaskGroup { group in
            for await _ in signals {
                await bringForward()
                // Cancelled deliveries stay in the queue, so without this check the loop would never end.
                while !Task.isCancelled, let deliveries = next(), await mark(deliveries) {
                    for delivery in deliveries { start(delivery, in: &group) }
                }
            }
            group.cancelAll()
        }
    }

    /// Stores what has been read from the queue, before anything of it leaves; false when that cannot be written.
    private func mark(_ deliveries: [DueDelivery]) async -> Bool {
        let (marked, trial) = state.withLock { ($0.marked, $0.trial) }
        // A stopped worker tries one delivery and may leave earlier ones in the queue, so the mark must not pass them.
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
            complainOfStore("what is read from the queue cannot be stored", error)
            return false
        }
        if let last { state.withLock { $0.marked = last } }
        return true
    }

    /// After the end of an outage, makes due at once what waits for a later try because of it.
    private func bringForward() async {
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
            complainOfStore("what waits for the end of an outage cannot go on", error)
        }
    }

    private func complainOfStore(_ message: Logger.Message, _ error: PushStoreError) {
        guard rateLimit.record("\(message)", at: context.clock.now()) != nil else { return }
        context.logger.error(message, metadata: ["cause": .failure(error)])
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
        // Not for each: what is read at a time should be worth it.
        if underWay.isMultiple(of: DeliveryWorkerState.portion / 2) { signalCapacity() }
    }

    /// The next deliveries to work on; nil when there is nothing to do for now.
    private func next() -> [DueDelivery]? {
        let now = context.clock.now()
        let places = context.gateway.places(in: name)
        let (room, place, stop) = state.withLock { state in
            (state.room(places, at: now), state.place, state.stop)
        }
        guard room > 0, context.recorder.hasRoom else { return nil }
        do throws(PushStoreError) {
            if let stop { return try dequeueOne(after: stop, at: now) }
            if let taken = try dequeue(room, after: place, at: now) { return taken }
            if place != nil, let taken = try dequeue(room, after: nil, at: now) { return taken }
            state.withLock { $0.isDry = true }
            return nil
        } catch {
            complainOfStore("the queue cannot be read", error)
            return nil
        }
    }

    /// Takes the delivery with which a stopped worker tries: after a refusal of the credential one for another app, or
    /// another push device. Nil when there is none.
    private func dequeueOne(after stop: DeliveryStop, at now: UnixTime) throws(PushStoreError) -> [DueDelivery]? {
        let refusals = state.withLock { $0.refusals }
        var isNobodyLeft = false
        let taken = try context.recorder.dequeue { () throws(PushStoreError) in
            let due = try context.store.due(name, at: now, after: nil, limit: DeliveryWorkerState.portion)
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

    /// Takes deliveries from behind a place; nil when there are none. From the beginning it reads past those that are
    /// under way.
    private func dequeue(
        _ room: Int, after place: QueuePlace?, at now: UnixTime
    ) throws(PushStoreError) -> [DueDelivery]? {
        var place = place
        while true {
            let start = place
            let taken = try context.recorder.dequeue { () throws(PushStoreError) in
                try context.store.due(name, at: now, after: start, limit: min(room, DeliveryWorkerState.portion))
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

    /// Stops when nothing gets through, and goes on when something does. Says what became of this one, as far as others
    /// tell.
    private func note(
        _ outcome: DeliveryOutcome, of delivery: DueDelivery, isAnswered: Bool = true
    ) -> DeliveryOutcome {
        let cause = state.withLock { $0.stop?.cause }
        switch outcome {
        case .unanswered(let inner): return .unanswered(note(inner, of: delivery, isAnswered: false))
        case .lost(let inner): return .lost(note(inner, of: delivery, isAnswered: false))
        case .stopCredential(let reason): return refused(delivery, reason)
        case .unreachable(let reason):
            stop(.unreachable, reason)
            pause(after: delivery)
        // Nobody gets through yet; this one has a pause of its own, so that the next try is another's.
        case .retry(_, let reason) where cause == .unreachable: stop(.unreachable, reason)
        case .outage(_, let reason) where cause == .unreachable: stop(.unreachable, reason)
        case .retry(_, let reason) where cause == .outage && !isAnswered:
            // The outage goes on, and was no try of this one.
            stop(.outage, reason)
            return .outage(after: nil, reason: reason)
        case .retry(let asked, _):
            if isAnswered { answered() }
            pause(after: delivery, asked: asked)
        case .outage(let asked, let reason):
            notWell(reason, asked: asked)
            pause(after: delivery, asked: asked)
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
                "channel": .string("\(name)"), "reason": .string(reason),
                "topic": .string(delivery.token?.topic ?? "the configured one"),
                "announcement": .string(delivery.announcement.id.text), "delivery": .string(delivery.id.lowercase),
            ]
            if rateLimit.record("refused by itself", at: context.clock.now()) != nil {
                context.logger.error(
                    "the provider refuses the credential for this push device or app alone; look at its topic",
                    metadata: metadata)
            }
            return .retry(after: DeliveryWorker.pauseOfRefused, reason: reason)
        case .unclear: stop(.credential, reason, isDoubt: true)
        case .credential: stop(.credential, reason)
        }
        return .stopCredential(reason: reason)
    }

    /// The provider is well, although it did not take this one.
    private func answered() {
        let isOver = state.withLock { state in
            state.outages = 0
            return state.stop?.cause == .outage
        }
        if isOver { goOn() }
    }

    private func notWell(_ reason: String, asked: Duration?) {
        let isStopped = state.withLock { state in
            state.outages += 1
            return state.stop?.cause == .outage || state.stop == nil && state.outages >= DeliveryWorker.maximumOutages
        }
        if isStopped { stop(.outage, reason, asked: asked) }
    }

    private func taken(_ delivery: DueDelivery) {
        let mayGoOn = state.withLock { state in
            state.outages = 0
            // What had left before the refusal says nothing of it.
            let isProof = state.stop?.cause != .credential || state.trial == delivery.place.number
            if isProof, !state.refusals.isEmpty, let target = delivery.target { state.refusals.taken(target) }
            return isProof
        }
        if mayGoOn { goOn() }
    }

    /// A try of a worker without a credential that counts is followed by a pause when it says nothing of the
    /// credential.
    private func pause(after delivery: DueDelivery, asked: Duration? = nil) {
        let now = context.clock.now()
        state.withLock { state in
            guard state.stop?.cause == .credential, state.trial == delivery.place.number else { return }
            state.stop?.pause(asked: asked, at: now)
        }
    }

    private func stop(
        _ cause: DeliveryStop.Cause, _ reason: String, isDoubt: Bool = false, asked: Duration? = nil
    ) {
        let now = context.clock.now()
        let isNews = state.withLock { state in
            let former = state.stop
            state.isDry = false
            if isDoubt, former?.cause != .credential || former?.isDoubt == true {
                var stop = DeliveryStop(cause, reason, after: nil, asked: nil, at: now)
                stop.isDoubt = true
                stop.isSaid = former?.cause == .credential && former?.isSaid == true && former?.reason == reason
                (stop.since, stop.tries) = (former?.since ?? now, 0)
                state.stop = stop
                return false
            }
            // Many come back from one failure; those that were under way before it say no more than the first.
            if cause != .credential, let former, former.until > now { return false }
            state.stop = DeliveryStop(cause, reason, after: former, asked: asked, at: now)
            return former?.cause != cause || former?.isSaid == false || former?.reason != reason
        }
        guard isNews else { return }
        let metadata: Logger.Metadata = ["channel": .string("\(name)"), "reason": .string(reason)]
        switch cause {
        case .credential: sayCredential(metadata)
        case .outage:
            guard rateLimit.record("outage: \(reason)", at: now) != nil else { return }
            context.logger.log(
                level: asked ?? .zero < OutagePauses.maximum ? .warning : .error,
                "the provider is not well; what waits is kept, and one is tried now and then", metadata: metadata)
        case .unreachable:
            guard rateLimit.record("unreachable: \(reason)", at: now) != nil else { return }
            if reason == DeliveryOutcome.distrustReason {
                context.logger.error(
                    "the certificate of the provider is not trusted; what waits is kept", metadata: metadata)
            } else {
                context.logger.warning("the provider is out of reach; what waits is kept", metadata: metadata)
            }
        }
    }

    private func sayCredential(_ metadata: Logger.Metadata) {
        context.logger.error("nothing is sent until this is set right; what waits is kept", metadata: metadata)
    }

    /// Tells the operator of a refusal of which it stays unclear whom it is for.
    private func sayStopped(_ stop: DeliveryStop) {
        guard stop.isDoubt, !stop.isSaid else { return }
        state.withLock { $0.stop?.isSaid = true }
        sayCredential(["channel": .string("\(name)"), "reason": .string(stop.reason)])
    }

    private func goOn() {
        let former = state.withLock { state in
            defer { (state.stop, state.trial) = (nil, nil) }
            return state.stop
        }
        guard let former else { return }
        // What comes back before its time to try says that the provider takes some, and what it did not take keeps its
        // pause.
        if former.cause != .credential, former.until <= context.clock.now() {
            state.withLock { $0.isOutageOver = true }
        }
        guard former.isSaid else { return signal() }
        if former.cause == .credential || rateLimit.record("reached", at: context.clock.now()) != nil {
            let seconds = (context.clock.now().rawValue - former.since.rawValue) / 1000
            context.logger.notice(
                "pushes are sent again",
                metadata: ["channel": .string("\(name)"), "seconds": .stringConvertible(max(0, seconds))])
        }
        signal()
    }
}

extension DeliveryOutcome {
    /// Whether a provider gave it: how soon a connection is refused or lost says nothing of how long answers take.
    fileprivate var isOfProvider: Bool {
        switch self {
        case .unreachable, .unanswered, .lost, .expired, .outdated: false
        default: true
        }
    }
}

extension DueDelivery {
    /// Whom a provider may refuse by itself.
    fileprivate var target: CredentialRefusals.Target? {
        token.map { CredentialRefusals.Target(token: $0.number, topic: $0.topic) }
    }
}
