import Models
import Synchronization

protocol SendCheck: Sendable {
    var isCurrent: Bool { get }

    /// After true, the push counts as in flight.
    func begin() -> Bool
}

/// Reads nothing from the database: if anything has changed since the delivery was judged, the push does not leave.
final class DeliverySendCheck: SendCheck {
    private let delivery: DueDelivery
    private let inFlight: InFlight
    private let sending: SendingRules
    private let result: SendingRules.SendResult
    private let judgedAt: UnixTime
    private let clock: any WallClock
    private let mayWork: @Sendable () -> Bool
    /// In milliseconds; 0 until it has left.
    private let left = Atomic<Int64>(0)

    init(
        _ delivery: DueDelivery, _ inFlight: InFlight, by sending: SendingRules, judged result: SendingRules.SendResult,
        at judgedAt: UnixTime, clock: any WallClock, mayWork: @escaping @Sendable () -> Bool
    ) {
        self.result = result
        self.mayWork = mayWork
        self.delivery = delivery
        self.judgedAt = judgedAt
        self.inFlight = inFlight
        self.sending = sending
        self.clock = clock
    }

    var leftAt: UnixTime? {
        let left = left.load(ordering: .acquiring)
        return left == 0 ? nil : UnixTime(rawValue: left)
    }

    var isCurrent: Bool { mayWork() && isDue(at: clock.now()) && inFlight.isCurrent(delivery) }

    func begin() -> Bool {
        let now = clock.now()
        guard mayWork(), isDue(at: now), inFlight.begin(delivery, by: clock) else { return false }
        left.store(now.rawValue, ordering: .releasing)
        return true
    }

    /// While the push waited, its notification may have ended, or quiet hours may have begun.
    private func isDue(at now: UnixTime) -> Bool {
        // Quiet hours begin at a full minute.
        if now.rawValue / 60_000 == judgedAt.rawValue / 60_000 {
            return now < delivery.notification.endsAt
                && delivery.gathered.allSatisfy { now < $0.notification.endsAt }
        }
        var quiet = QuietTime(at: now)
        return sending.result(on: delivery, at: now, &quiet) == result
            && sending.sendable(of: delivery, at: now, &quiet).count == delivery.gathered.count
    }
}

/// Only a push that has left may have arrived when no answer is received.
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
