// When signing keys take over from each other.

import Models

/// When a key signs: from its moment on, until a later key's moment has come.
struct KeySchedule: Sendable {
    /// How long a key signs, in seconds.
    let lifetime: Int64
    /// How long an access token counts, in seconds.
    let tokenLifetime: Int64
    /// How long a session lives at all, in seconds.
    let sessionLifetime: Int64

    /// How long a key is published before it signs, in seconds, so that everybody who verifies has it by then.
    static let notice: Int64 = 86_400

    /// The same for one that an operator asks for, where several processes publish it, in seconds.
    static let announcement: Int64 = 2

    /// Which of the keys signs, their moments being in order; nil when there is none. A clock that was set back before
    /// the first one makes no difference to that one.
    static func signing(_ moments: [UnixTime], at now: UnixTime) -> Int? {
        moments.lastIndex { $0 <= now } ?? moments.indices.first
    }

    /// When the next key took over from one of them; nil when it has not yet.
    static func retirement(of index: Int, among moments: [UnixTime], at now: UnixTime) -> UnixTime? {
        guard index + 1 < moments.count, moments[index + 1] <= now else { return nil }
        return moments[index + 1]
    }

    /// From when a new key has to sign, when it is time to make one; nil when it is not.
    func nextMoment(after moments: [UnixTime], at now: UnixTime) -> UnixTime? {
        guard let latest = moments.last else { return now }
        guard latest <= now, latest.adding(seconds: lifetime - KeySchedule.notice) <= now else { return nil }
        return max(latest.adding(seconds: lifetime), now.adding(seconds: KeySchedule.notice))
    }

    /// Whether tokens of the key can still be valid, or will be.
    /// - Parameter retiredAt: when another took over; nil for the key that signs and those to come.
    func isPublished(retiredAt: UnixTime?, at now: UnixTime) -> Bool {
        retiredAt.map { $0.adding(seconds: tokenLifetime) > now } ?? true
    }

    /// Whether a session can still live that has a token of the key. An expired token counts: it must still be
    /// recognised.
    func isNeeded(retiredAt: UnixTime?, at now: UnixTime) -> Bool {
        retiredAt.map { $0.adding(seconds: sessionLifetime) > now } ?? true
    }
}
