/// Only the writer's thread uses it.
struct LogAge {
    /// Nanoseconds without a write after which the log is emptied.
    let quiet: UInt64
    /// Nanoseconds after which it is emptied in any case.
    let maximum: UInt64

    /// The first write since the log was emptied; nil while it is empty.
    private var since: UInt64?
    private var latest: UInt64 = 0

    init(_ options: StorageOptions) {
        quiet = LogAge.nanoseconds(options.logQuietTime)
        maximum = LogAge.nanoseconds(options.logMaximumAge)
    }

    /// When to empty the log; nil while it is empty.
    var dueAt: UInt64? { since.map { min($0 &+ maximum, latest &+ quiet) } }

    mutating func recordWrite(at now: UInt64) {
        since = since ?? now
        latest = now
    }

    /// A reader may have prevented it; then it is tried again later.
    mutating func recordAttempt(_ isEmpty: Bool, at now: UInt64) {
        since = isEmpty ? nil : now
        latest = now
    }

    private static func nanoseconds(_ duration: Duration) -> UInt64 { UInt64(max(0, duration / .nanoseconds(1))) }
}
