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

    /// Unless the last check found only deliveries in flight.
    func signalCapacity() {
        if state.withLock({ !$0.isDry }) { signalContinuation.yield() }
    }

    /// Queueing and sending share a writer and the processors, so their total time is the same in any order. While more
    /// portions follow, a worker reads one for each queued one: sending begins at once, and the delivery counts are
    /// complete soon.
    func signal(isMoreToCome: Bool) {
        state.withLock { $0.portions = isMoreToCome ? 1 : nil }
        signal()
    }

    func resume(_ outage: KeptOutage) {
        let stop = DeliveryStop(outage, at: context.clock.now())
        state.withLock { ($0.stop, $0.keptOutage) = (stop, outage) }
    }

    func note(at now: UnixTime) -> String? { state.withLock { $0.stop }.flatMap { $0.note(name, at: now) } }

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

    /// Returns when the delivery has its place in the gateway's queue, so that deliveries leave in order.
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
        // Not for each delivery, because a read should return many rows.
        if underWay.isMultiple(of: DeliveryWorkerState.portion / 2) { signalCapacity() }
    }

    func complainOfStore(_ message: Logger.Message, _ error: PushStoreError) {
        guard rateLimit.record("\(message)", at: context.clock.now()) != nil else { return }
        context.logger.error(message, metadata: ["cause": .failure(error)])
    }
}

extension DeliveryOutcome {
    /// The time until a failed connection is no measure of answer times.
    fileprivate var isOfProvider: Bool {
        switch self {
        case .waitForCredential, .unreachable, .unanswered, .lost, .expired, .outdated: false
        default: true
        }
    }
}
