// How long sessions live, and how many there may be.

import Models

/// What an operator decides about the life of sessions. Spans are in seconds.
struct SessionLimits: Sendable {
    /// How long a session lives unused whose person did not ask to be remembered.
    var idle: Int64 = 30 * 86_400
    /// How long any other session lives unused.
    var rememberedIdle: Int64 = 365 * 86_400
    /// How long a session lives at all.
    var absolute: Int64 = 3650 * 86_400
    /// The most sessions of one account.
    var maximum = 10
    /// How long an answer to a refresh is given again that nobody has used: as long as the access token in it counts.
    var answerLife: Int64 = 86_400

    /// For how long the name of a session that has ended is kept, so that its tokens are known for what they are.
    static let keptAfterEnd: Int64 = 30 * 86_400

    /// For how long the erasure of an account is remembered: longer than a backup is likely to be kept. So an account
    /// is noticed that comes back with an old copy of identity.
    static let erasedKnownFor: Int64 = 400 * 86_400

    /// When a session ends for want of use or by its age, whichever is sooner.
    func expiry(of session: SessionRecord) -> UnixTime {
        let isLong = session.isRemembered || session.kind != .rotating
        let unused = session.lastActivityAt.adding(seconds: isLong ? rememberedIdle : idle)
        return min(unused, session.createdAt.adding(seconds: absolute))
    }

    /// Which of an account's living sessions have to end so that there is room for one more, and why: first those whose
    /// time is over, then the least recently active.
    func sessionsToEnd(
        among living: [SessionRecord], at now: UnixTime
    ) -> [(session: SessionRecord, reason: SessionEnd.Reason)] {
        let isOver = { expiry(of: $0) <= now }
        let over = living.filter(isOver).map { (session: $0, reason: SessionEnd.Reason.expired) }
        let rest = living.filter { !isOver($0) }.sorted { $0.lastActivityAt < $1.lastActivityAt }
        let surplus = rest.prefix(max(0, rest.count - (maximum - 1)))
        return over + surplus.map { (session: $0, reason: .limit) }
    }
}
