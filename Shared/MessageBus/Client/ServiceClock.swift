/// Estimates the monotonic clock of a service, and never too high. The clock in an answer is older than its arrival by the
/// travel time, so the largest difference to the own clock is the best. It decreases with time, because two clocks do not run
/// equally fast.
struct ServiceClock: Sendable {
    /// Two clocks may diverge by 1 in 512 of the passing time, twice what NTP allows for two clocks (500 ppm each).
    private static let drift: Int64 = 512

    private var heard: (difference: Int64, at: MonotonicTime)?

    private let isOwn: Bool

    init(isOwn: Bool = false) { self.isOwn = isOwn }

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
