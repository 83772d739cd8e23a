// The moments by which the sessions of an account are judged.

import Models

/// When the person of an account was last recognised, and up to when its sessions have ended.
///
/// Both moments only go forward, whatever the clock does. A person who was recognised before the sessions ended has a
/// moment at or before `sessionsEndBefore`; one who is recognised afterwards has a later one. Each is written in the
/// transaction that decides, so their order is never in doubt.
struct SessionMoments: Hashable, Sendable {
    private(set) var verifiedAt: UnixTime
    private(set) var sessionsEndBefore: UnixTime?

    init(verifiedAt: UnixTime, sessionsEndBefore: UnixTime? = nil) {
        self.verifiedAt = verifiedAt
        self.sessionsEndBefore = sessionsEndBefore
    }

    /// The person is recognised.
    mutating func recognise(at now: UnixTime) {
        verifiedAt = max(now, verifiedAt)
        if let end = sessionsEndBefore, verifiedAt <= end {
            verifiedAt = UnixTime(milliseconds: end.rawValue + 1)
        }
    }

    /// All sessions that there are end.
    mutating func endSessions(at now: UnixTime) {
        sessionsEndBefore = max(now, verifiedAt, sessionsEndBefore ?? now)
    }
}
