import Models

/// Detects a connected service that has stopped answering (in a debugger, blocked by its disk). If an answer is due and
/// nothing arrives for a span of `timeout`, the service is pinged. Its reactor answers a ping itself, so slow handlers
/// do not count. If the next span is silent, too, the service is hung, and one span later its requests are ended.
/// Anything that arrives from the service, even an old answer, ends the state at once.
struct Responsiveness: Sendable {
    enum Step {
        case nothing, ping
        /// The service counts as hung from now on: new requests are refused.
        case hang
        /// The silence is so long that waiting requests are ended, too.
        case endRequests
    }

    let timeout: Duration
    private(set) var isHung = false
    /// When the current span ends; never if no answer is due.
    private(set) var nextLook = MonotonicTime.never
    private var hasHeard = false
    private var hasSent = false
    private var silentSpans = 0

    init(timeout: Duration) { self.timeout = timeout }

    mutating func recordSent(at now: MonotonicTime) {
        hasSent = true
        guard nextLook == .never else { return }
        hasHeard = false
        nextLook = now.adding(timeout)
    }

    /// Records that a message arrived. Returns true if the service was hung.
    mutating func recordReceived() -> Bool {
        hasHeard = true
        guard isHung else { return false }
        isHung = false
        return true
    }

    /// Evaluates the current span if it is over. `isAwaited` (an answer is due soon) is only called when needed.
    mutating func look(at now: MonotonicTime, isAwaited: () -> Bool) -> Step {
        guard nextLook <= now else { return .nothing }
        // If this evaluation itself is late, answers may have arrived that have not been read yet.
        let isLate = nextLook.adding(timeout / 2) < now
        nextLook = now.adding(timeout)
        if hasHeard { silentSpans = 0 }
        if silentSpans == 0 {
            let isWaitedFor = hasSent || isAwaited()
            let wasHeard = hasHeard
            hasSent = false
            hasHeard = false
            guard isWaitedFor else {
                nextLook = .never
                return .nothing
            }
            if wasHeard { return .nothing }
        }
        if silentSpans == 0 || !isLate { silentSpans += 1 }
        switch silentSpans {
        case 1: return .ping
        case 2 where isHung: return .ping
        case 2:
            isHung = true
            return .hang
        default: return isHung && !isLate ? .endRequests : .ping
        }
    }
}

/// Estimates the monotonic clock of a service, and never too high, unless that clock stands still. The clock reading in
/// an answer is older than its arrival by the travel time, so the largest difference to the own clock is the best. It
/// decreases with time, because two clocks do not run equally fast.
struct ServiceClock: Sendable {
    /// Two clocks may diverge by 1/512 of the passing time, twice what NTP allows for two clocks (500 ppm each).
    private static let drift: Int64 = 512

    private var heard: (difference: Int64, at: MonotonicTime)?

    private let isOwn: Bool

    init(isOwn: Bool = false) { self.isOwn = isOwn }

    mutating func record(_ reading: MonotonicTime, at now: MonotonicTime) {
        let difference = Int64(bitPattern: reading.nanoseconds &- now.nanoseconds)
        if let known = self.difference(at: now), known > difference { return }
        heard = (difference, now)
    }

    /// Replaces a wrong estimate by a reading of the service's clock, which may have stopped for a while.
    mutating func replace(with reading: MonotonicTime, at now: MonotonicTime) {
        heard = nil
        record(reading, at: now)
    }

    /// Returns a lower bound of the service's clock; nil if no reading has arrived from another process.
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
