/// Estimates the monotonic clock of a service, and never too high. A pure value: its connection passes the readings and
/// the time.
///
/// The clock in an answer was read before the answer arrived: the difference to the own clock at its arrival is too
/// small by the travel time. So the largest difference is the best. It decreases with time, because two clocks do not
/// run equally fast.
struct ServiceClock: Sendable {
    /// Two clocks may diverge by this part of the passing time: 1 in 512, twice what NTP allows when it slows down and
    /// speeds up two clocks (500 ppm each).
    private static let drift: Int64 = 512

    private var heard: (difference: Int64, at: MonotonicTime)?

    private let isOwn: Bool

    init(isOwn: Bool = false) { self.isOwn = isOwn }

    /// The service's clock was at `reading` before `now`.
    mutating func record(_ reading: MonotonicTime, at now: MonotonicTime) {
        let difference = Int64(bitPattern: reading.nanoseconds &- now.nanoseconds)
        if let known = self.difference(at: now), known > difference { return }
        heard = (difference, now)
    }

    /// The service has found an estimate to be wrong: its clock may have stopped for a while.
    mutating func replace(with reading: MonotonicTime, at now: MonotonicTime) {
        heard = nil
        record(reading, at: now)
    }

    /// A lower bound of the service's clock; nil if unknown.
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
