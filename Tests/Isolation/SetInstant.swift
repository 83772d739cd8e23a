import Synchronization

/// A moment that stands until a test moves it, for what measures spans of time.
public final class SetInstant: Sendable {
    private let moment = Mutex(ContinuousClock.now)

    public init() {}

    public func now() -> ContinuousClock.Instant { moment.withLock { $0 } }

    public func advance(by duration: Duration) { moment.withLock { $0 += duration } }
}
