// How long a lease lasts, and when its holder has to act.

/// How long a lease lasts, and when its holder has to act. The defaults are right for a service; tests narrow them.
public struct LeaseOptions: Sendable {
    /// How long a lease counts that is not renewed: so long a crash keeps everybody else waiting.
    public var duration: Duration
    /// Gives the present moment, by a clock that also runs while the machine sleeps.
    public var now: @Sendable () -> ContinuousClock.Instant

    /// - Parameters:
    ///   - duration: How long a lease counts that is not renewed.
    ///   - now: Gives the present moment.
    public init(
        duration: Duration = .seconds(10), now: @escaping @Sendable () -> ContinuousClock.Instant = { .now }
    ) {
        (self.duration, self.now) = (duration, now)
    }

    /// How long after a renewal the next one is due.
    public var renewalInterval: Duration { duration / 3 }
    /// How often whoever waits for the lease looks whether it is free.
    public var lookInterval: Duration { duration / 40 }
    /// How long before its end the holder stops, since clocks do not run at one speed and what leaves takes a moment.
    var margin: Duration { duration / 5 }
}
