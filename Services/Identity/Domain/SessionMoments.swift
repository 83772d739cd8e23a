import Models

/// The moments that decide about an account's sessions. The times of the last identification and of the end of sessions
/// only increase, whatever the clock does. An identification before the end of sessions is at or before
/// `sessionsEndBefore`, a later one after it. The deciding transaction writes the time, so the order is certain.
struct SessionMoments: Hashable, Sendable {
    private(set) var verifiedAt: UnixTime
    private(set) var sessionsEndBefore: UnixTime?
    /// The end of sessions that started with an identity provider alone.
    private(set) var providerSessionsEndBefore: UnixTime?
    /// The time at which a user got the account by proving its address and nothing else; nil if no user did.
    private(set) var takenOverAt: UnixTime?
    private(set) var keptSession: SessionID?

    mutating func recognise(at now: UnixTime) {
        verifiedAt = max(now, verifiedAt)
        if let end = [sessionsEndBefore, providerSessionsEndBefore].compactMap(\.self).max(), verifiedAt <= end {
            verifiedAt = UnixTime(milliseconds: end.rawValue + 1)
        }
    }

    mutating func endSessions(at now: UnixTime, but kept: SessionID? = nil) {
        sessionsEndBefore = max(now, verifiedAt, sessionsEndBefore ?? now)
        keptSession = kept
    }

    /// Whether a session has ended. `session` is nil for a sign-in whose session has not begun.
    func hasEnded(_ session: SessionID?, signedInAt moment: UnixTime) -> Bool {
        guard let sessionsEndBefore, moment <= sessionsEndBefore else { return false }
        return session == nil || session != keptSession
    }

    mutating func endProviderSessions(at now: UnixTime) {
        providerSessionsEndBefore = max(now, verifiedAt, providerSessionsEndBefore ?? now)
    }

    mutating func takeOver(at now: UnixTime) { takenOverAt = max(now, takenOverAt ?? now) }
}
