/// The times of a lease. The defaults suit a service; tests use shorter ones.
public struct LeaseOptions: Sendable {
    /// The validity without a renewal, which is also the delay after a crash.
    public var duration: Duration
    /// A clock that also runs while the machine sleeps.
    public var now: @Sendable () -> ContinuousClock.Instant

    /// - Parameters:
    ///   - duration: The validity without a renewal.
    ///   - now: Returns the current moment.
    public init(
        duration: Duration = .seconds(10), now: @escaping @Sendable () -> ContinuousClock.Instant = { .now }
    ) {
        (self.duration, self.now) = (duration, now)
    }

    /// The time from one renewal to the next.
    public var renewalInterval: Duration { duration / 3 }
    /// The time between two checks of a waiting process.
    public var lookInterval: Duration { duration / 40 }
    /// The holder stops so long before the end, because clocks differ in speed and writes take a moment to arrive.
    var margin: Duration { duration / 5 }
}
