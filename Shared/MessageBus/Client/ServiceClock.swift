// What the clock of a service says, as far as a caller can tell. A pure value: its connection tells it what was heard and
// when.

/// Estimates the monotonic clock of a service, and never too high.
///
/// What an answer says was so before the answer arrived: the difference to the own clock at its arrival is too small by as long
/// as the answer was on its way. So the largest that was heard counts. It becomes smaller with time, since two clocks do not run
/// equally fast.
struct ServiceClock: Sendable {
    /// By what part of the time that passes two clocks may come apart: 1 in 512, twice what two clocks do that NTP
    /// slows down and speeds up as far as it may (500 ppm each).
    private static let drift: Int64 = 512

    private var heard: (difference: Int64, at: MonotonicTime)?

    /// Whether the service shares this process.
    private let isOwn: Bool

    /// A clock of which nothing was heard yet, or this process's own.
    init(isOwn: Bool = false) { self.isOwn = isOwn }

    /// The service's clock said `reading` before `now`.
    mutating func record(_ reading: MonotonicTime, at now: MonotonicTime) {
        let difference = Int64(bitPattern: reading.nanoseconds &- now.nanoseconds)
        if let known = self.difference(at: now), known > difference { return }
        heard = (difference, now)
    }

    /// The same after the service has found an estimate to be wrong: its clock may have stood still.
    mutating func replace(with reading: MonotonicTime, at now: MonotonicTime) {
        heard = nil
        record(reading, at: now)
    }

    /// What the service's clock says at least; nil when that is not known.
    func estimate(at now: MonotonicTime) -> MonotonicTime? {
        if isOwn { return now }
        return difference(at: now).map {
            MonotonicTime(nanoseconds: now.nanoseconds &+ UInt64(bitPattern: $0))
        }
    }

    private func difference(at now: MonotonicTime) -> Int64? {
        guard let heard else { return nil }
        return heard.difference - Int64(clamping: heard.at.nanoseconds(until: now)) / ServiceClock.drift
    }
}
