// The last word on a delivery, when there is a place for it at its provider.

import Models

/// Says whether a push may leave, at the moment at which it would.
protocol SendCheck: Sendable {
    /// Whether it may as things stand, for one that still waits.
    var isCurrent: Bool { get }

    /// Whether it leaves. From then on it counts as on its way.
    func begin() -> Bool
}

/// Judges a delivery once more, by the same state of the database as before if that still counts.
final class DeliverySendCheck: SendCheck {
    private let delivery: DueDelivery
    private let inFlight: InFlight
    private let sending: SendingRules
    private let judgedAt: UnixTime
    private let clock: any WallClock

    init(
        _ delivery: DueDelivery, _ inFlight: InFlight, by sending: SendingRules, at judgedAt: UnixTime,
        clock: any WallClock
    ) {
        self.delivery = delivery
        self.judgedAt = judgedAt
        self.inFlight = inFlight
        self.sending = sending
        self.clock = clock
    }

    var isCurrent: Bool { isDue && inFlight.isCurrent(delivery) }

    func begin() -> Bool { isDue && inFlight.begin(delivery, by: clock) }

    /// Its time may be over, or quiet hours have begun, while it waited.
    private var isDue: Bool {
        let now = clock.now()
        // Quiet hours begin with a minute.
        if now.rawValue / 60_000 == judgedAt.rawValue / 60_000 { return now < delivery.announcement.endsAt }
        var quiet = QuietTime(at: now)
        return sending.result(on: delivery, at: now, &quiet) == .send
    }
}
