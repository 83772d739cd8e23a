// The time by which deadlines are counted.

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// A moment of a monotonic clock, in nanoseconds: of this process's, where nothing else is said. Means nothing to another
/// machine.
struct MonotonicTime: Comparable, Sendable {
    var nanoseconds: UInt64

    /// Never comes.
    static let never = MonotonicTime(nanoseconds: .max)

    static var now: MonotonicTime {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return MonotonicTime(nanoseconds: UInt64(time.tv_sec) &* 1_000_000_000 &+ UInt64(time.tv_nsec))
    }

    /// The moment `duration` later; a negative duration counts as none, and one beyond ten years as ten years.
    func adding(_ duration: Duration) -> MonotonicTime {
        let (seconds, attoseconds) = duration.components
        guard seconds >= 0, attoseconds >= 0 else { return self }
        let bounded = UInt64(min(seconds, 315_360_000)) &* 1_000_000_000 &+ UInt64(attoseconds / 1_000_000_000)
        return MonotonicTime(nanoseconds: nanoseconds &+ bounded)
    }

    /// What is left until `later`, in nanoseconds; 0 when it has passed.
    func nanoseconds(until later: MonotonicTime) -> UInt64 {
        later > self ? later.nanoseconds - nanoseconds : 0
    }

    static func < (one: MonotonicTime, other: MonotonicTime) -> Bool { one.nanoseconds < other.nanoseconds }
}
