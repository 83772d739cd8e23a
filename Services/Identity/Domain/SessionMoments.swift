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
    /// The same for sessions that began at an identity provider alone.
    private(set) var providerSessionsEndBefore: UnixTime?
    /// When somebody got the account who had shown its address and nothing else of it.
    private(set) var takenOverAt: UnixTime?
    /// The session that goes on although its person was recognised before `sessionsEndBefore`.
    private(set) var keptSession: SessionID?

    init(
        verifiedAt: UnixTime, sessionsEndBefore: UnixTime? = nil, providerSessionsEndBefore: UnixTime? = nil,
        takenOverAt: UnixTime? = nil, keptSession: SessionID? = nil
    ) {
        self.verifiedAt = verifiedAt
        self.sessionsEndBefore = sessionsEndBefore
        self.providerSessionsEndBefore = providerSessionsEndBefore
        self.takenOverAt = takenOverAt
        self.keptSession = keptSession
    }

    /// The person is recognised.
    mutating func recognise(at now: UnixTime) {
        verifiedAt = max(now, verifiedAt)
        if let end = [sessionsEndBefore, providerSessionsEndBefore].compactMap(\.self).max(), verifiedAt <= end {
            verifiedAt = UnixTime(milliseconds: end.rawValue + 1)
        }
    }

    /// All sessions that there are end, but for one.
    mutating func endSessions(at now: UnixTime, but kept: SessionID? = nil) {
        sessionsEndBefore = max(now, verifiedAt, sessionsEndBefore ?? now)
        keptSession = kept
    }

    /// Whether a session has ended whose person was recognised at a moment.
    ///
    /// - Parameter session: Nil for a sign-in that has led to none yet.
    func hasEnded(_ session: SessionID?, recognisedAt moment: UnixTime) -> Bool {
        guard let sessionsEndBefore, moment <= sessionsEndBefore else { return false }
        return session == nil || session != keptSession
    }

    /// All sessions end that began at an identity provider.
    mutating func endProviderSessions(at now: UnixTime) {
        providerSessionsEndBefore = max(now, verifiedAt, providerSessionsEndBefore ?? now)
    }

    /// Somebody gets the account who has shown its address and nothing else of it.
    mutating func takeOver(at now: UnixTime) { takenOverAt = max(now, takenOverAt ?? now) }
}
