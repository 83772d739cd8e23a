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

    /// Leaves its provider alone for as long as that has asked the last run.
    func resume(_ outage: KeptOutage) {
        let stop = DeliveryStop(outage, at: context.clock.now())
        state.withLock { ($0.stop, $0.keptOutage) = (stop, outage) }
    }

    /// What an operator has to know; nil while it sends.
    func note(at now: UnixTime) -> String? { state.withLock { $0.stop }.flatMap { $0.note(name, at: now) } }

    /// Delivers until its task is cancelled, and then waits for what is under way.
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

    func complainOfStore(_ message: Logger.Message, _ error: PushStoreError) {
        guard rateLimit.record("\(message)", at: context.clock.now()) != nil else { return }
        context.logger.error(message, metadata: ["cause": .failure(error)])
    }
}

extension DeliveryOutcome {
    /// Whether a provider gave it: how soon a connection is refused or lost says nothing of how long answers take.
    fileprivate var isOfProvider: Bool {
        switch self {
        case .waitForCredential, .unreachable, .unanswered, .lost, .expired, .outdated: false
        default: true
        }
    }
}
