// Limits how often a new password may be asked for.

import Models

/// Limits the requests for a new password by address. A plain value: its owner guards it and tells it the time.
struct ResetLimiter: Sendable {
    /// The most requests for one address within the window.
    static let requests = 3
    static let windowSeconds: Int64 = 3600

    /// The moments of the latest requests, oldest first.
    private var moments: [Int: [UnixTime]] = [:]
    /// The most addresses remembered.
    private let capacity: Int

    init(capacity: Int = 20_000) { self.capacity = max(1, capacity) }

    /// How many addresses are remembered.
    var count: Int { moments.count }

    /// Counts a request; or says after how many seconds it may come again.
    mutating func acquire(_ address: EmailAddress, at now: UnixTime) -> Int? {
        var hasher = Hasher()
        hasher.combine(address)
        let place = hasher.finalize()
        var recent = moments[place, default: []].filter { ResetLimiter.counts($0, at: now) }
        if recent.count >= ResetLimiter.requests, let oldest = recent.first {
            let opens = oldest.adding(seconds: ResetLimiter.windowSeconds)
            return now.seconds(until: opens)
        }
        if moments[place] == nil {
            moments.makeRoom(
                within: capacity, isOver: { !$0.contains { ResetLimiter.counts($0, at: now) } })
        }
        recent.append(now)
        moments[place] = recent
        return nil
    }

    /// Whether a request of that moment is still held against its address. One that lies ahead is from before the
    /// clock was set back, and is not.
    private static func counts(_ moment: UnixTime, at now: UnixTime) -> Bool {
        moment <= now && now < moment.adding(seconds: windowSeconds)
    }
}
