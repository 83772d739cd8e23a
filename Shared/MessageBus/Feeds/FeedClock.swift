/// A clock and timer; injected, so that tests need not wait.
public protocol FeedClock: Sendable {
    /// The time since a fixed moment.
    var now: Duration { get }
    /// Throws when the task is cancelled.
    func sleep(for duration: Duration) async throws
}

/// The system's monotonic clock, measured from its first use in the process.
public struct ContinuousFeedClock: FeedClock {
    private static let start = ContinuousClock.now

    public init() {}

    public var now: Duration { ContinuousClock.now - ContinuousFeedClock.start }

    public func sleep(for duration: Duration) async throws { try await Task.sleep(for: duration) }
}
