import Models

/// When each key signs: from its start until the start of a later key.
struct KeySchedule: Sendable {
    /// How long a key signs, in seconds. All durations here are in seconds.
    let lifetime: Int64
    let tokenLifetime: Int64
    let sessionLifetime: Int64

    /// How long a key is published before it signs, in seconds, so that verifiers have read it by then.
    static let notice: Int64 = 86_400

    /// How long a key is published before it signs after an operator's rotation, in seconds, if several processes run.
    static let announcement: Int64 = 2

    /// Returns the index of the key that signs. `moments` are the starts in order. If the clock was set back before the
    /// first start, the first key signs.
    static func signing(_ moments: [UnixTime], at now: UnixTime) -> Int? {
        moments.lastIndex { $0 <= now } ?? moments.indices.first
    }

    static func retirement(of index: Int, among moments: [UnixTime], at now: UnixTime) -> UnixTime? {
        guard index + 1 < moments.count, moments[index + 1] <= now else { return nil }
        return moments[index + 1]
    }

    /// Returns the start of a new key; nil if no new key is due.
    func nextMoment(after moments: [UnixTime], at now: UnixTime) -> UnixTime? {
        guard let latest = moments.last else { return now }
        guard latest <= now, latest.adding(seconds: lifetime - KeySchedule.notice) <= now else { return nil }
        return max(latest.adding(seconds: lifetime), now.adding(seconds: KeySchedule.notice))
    }

    /// Whether a key is published. `retiredAt` is when another key took over; nil for the current key and later keys.
    func isPublished(retiredAt: UnixTime?, at now: UnixTime) -> Bool {
        retiredAt.map { $0.adding(seconds: tokenLifetime) > now } ?? true
    }

    /// Whether a living session may have a token of the key. Expired tokens count, because they must be recognised.
    func isNeeded(retiredAt: UnixTime?, at now: UnixTime) -> Bool {
        retiredAt.map { $0.adding(seconds: sessionLifetime) > now } ?? true
    }
}
