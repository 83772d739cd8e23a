// The time by which feeds wait and tell how fresh they are.

/// Measures and waits; injected, so that tests need not wait.
public protocol FeedClock: Sendable {
    /// The time since some fixed moment.
    var now: Duration { get }
    /// Returns when `duration` has passed; throws when the task is cancelled.
    func sleep(for duration: Duration) async throws
}

/// The system's monotonic clock.
public struct ContinuousFeedClock: FeedClock {
    private static let start = ContinuousClock.now

    /// The clock.
    public init() {}

    public var now: Duration { ContinuousClock.now - ContinuousFeedClock.start }

    public func sleep(for duration: Duration) async throws { try await Task.sleep(for: duration) }
}
