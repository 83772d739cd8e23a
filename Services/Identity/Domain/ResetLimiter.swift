import Models

/// Limits the requests for a new password by address. A plain value: its owner locks it and passes the time.
struct ResetLimiter: Sendable {
    static let requests = 3
    static let windowSeconds: Int64 = 3600

    /// The times of the latest requests, the oldest first.
    private var moments: [Int: [UnixTime]] = [:]
    private let capacity: Int

    init(capacity: Int = 20_000) { self.capacity = max(1, capacity) }

    var count: Int { moments.count }

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

    /// A time in the future is from before the clock was set back, and does not count.
    private static func counts(_ moment: UnixTime, at now: UnixTime) -> Bool {
        moment <= now && now < moment.adding(seconds: windowSeconds)
    }
}
