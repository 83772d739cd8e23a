import Foundation

/// A moment in nanoseconds, by this process's clock unless stated otherwise. It has no meaning on another machine.
struct MonotonicTime: Comparable, Sendable {
    var nanoseconds: UInt64

    static let never = MonotonicTime(nanoseconds: .max)

    static var now: MonotonicTime {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return MonotonicTime(nanoseconds: UInt64(time.tv_sec) &* 1_000_000_000 &+ UInt64(time.tv_nsec))
    }

    /// Returns a later moment. A negative duration counts as zero, a duration above ten years as ten years.
    func adding(_ duration: Duration) -> MonotonicTime {
        let (seconds, attoseconds) = duration.components
        guard seconds >= 0, attoseconds >= 0 else { return self }
        let bounded = UInt64(min(seconds, 315_360_000)) &* 1_000_000_000 &+ UInt64(attoseconds / 1_000_000_000)
        return MonotonicTime(nanoseconds: nanoseconds &+ bounded)
    }

    /// Returns the nanoseconds until `later`; 0 if it has passed.
    func nanoseconds(until later: MonotonicTime) -> UInt64 { later > self ? later.nanoseconds - nanoseconds : 0 }

    static func < (one: MonotonicTime, other: MonotonicTime) -> Bool { one.nanoseconds < other.nanoseconds }
}
