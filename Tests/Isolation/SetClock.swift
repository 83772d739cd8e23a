public import Models
import Synchronization

/// A clock that stands until a test moves it.
public final class SetClock: WallClock {
    private let time: Mutex<UnixTime>

    public init(_ time: UnixTime = .start) { self.time = Mutex(time) }

    public func now() -> UnixTime { time.withLock { $0 } }

    public func advance(seconds: Int64) { time.withLock { $0 = $0.adding(seconds: seconds) } }

    public func advance(milliseconds: Int64) { time.withLock { $0 = $0.adding(milliseconds: milliseconds) } }

    public func set(_ moment: UnixTime) { time.withLock { $0 = moment } }
}

extension UnixTime {
    /// When the clocks of tests begin.
    public static let start = UnixTime(milliseconds: 1_800_000_000_000)
}
