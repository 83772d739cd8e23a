import Models
import Synchronization

protocol SendCheck: Sendable {
    var isCurrent: Bool { get }

    /// Returns whether the push may leave. If it returns true, the push counts as in flight.
    func begin() -> Bool
}

/// Checks a push just before it leaves. It reads nothing from the database: if anything has changed since the delivery
/// was judged, the push does not leave.
final class DeliverySendCheck: SendCheck {
    private let delivery: DueDelivery
    private let result: SendingRules.SendResult
    private let judgedAt: UnixTime
    private let context: DeliveryContext
    /// When the push left, in milliseconds since 1970; 0 until then.
    private let left = Atomic<Int64>(0)

    init(
        _ delivery: DueDelivery, judged result: SendingRules.SendResult, at judgedAt: UnixTime,
        by context: DeliveryContext
    ) {
        (self.delivery, self.result, self.judgedAt, self.context) = (delivery, result, judgedAt, context)
    }

    var leftAt: UnixTime? {
        let left = left.load(ordering: .acquiring)
        return left == 0 ? nil : UnixTime(rawValue: left)
    }

    var isCurrent: Bool {
        context.mayWork() && isDue(at: context.clock.now()) && context.store.inFlight.isCurrent(delivery)
    }

    func begin() -> Bool {
        let now = context.clock.now()
        guard context.mayWork(), isDue(at: now), context.store.inFlight.begin(delivery, by: context.clock)
        else { return false }
        left.store(now.rawValue, ordering: .releasing)
        return true
    }

    /// Whether the push may still be sent. Its notification may have ended, or quiet hours begun.
    private func isDue(at now: UnixTime) -> Bool {
        // Quiet hours begin at a full minute. So within the judgement's minute, only the ends of notifications are
        // checked.
        if now.rawValue / 60_000 == judgedAt.rawValue / 60_000 {
            return now < delivery.notification.endsAt
                && delivery.gathered.allSatisfy { now < $0.notification.endsAt }
        }
        var quiet = QuietTime(at: now)
        return context.sending.result(on: delivery, at: now, &quiet) == result
            && context.sending.sendable(of: delivery, at: now, &quiet).count == delivery.gathered.count
    }
}

/// Notes whether a push has left. Only a push that has left may have arrived when no answer is received.
final class ObservedSendCheck: SendCheck {
    private let check: (any SendCheck)?
    private let begun = Flag()

    init(_ check: (any SendCheck)?) { self.check = check }

    var hasBegun: Bool { begun.isSet }
    var isCurrent: Bool { check?.isCurrent ?? true }

    func begin() -> Bool {
        guard check?.begin() ?? true else { return false }
        begun.set()
        return true
    }
}
