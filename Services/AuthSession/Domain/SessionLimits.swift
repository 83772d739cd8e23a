import Models

/// Times are in seconds.
struct SessionLimits: Sendable {
    /// For sessions without "remember me".
    var idle: Int64 = 30 * 86_400
    var rememberedIdle: Int64 = 365 * 86_400
    var absolute: Int64 = 3650 * 86_400
    var maximum = 10
    /// The time in which an unused answer to a refresh is repeated: the lifetime of its access token.
    var answerLife: Int64 = 86_400

    /// The time that an ended session's id is kept, so that its tokens are still recognised.
    static let keptAfterEnd: Int64 = 30 * 86_400

    /// The time that an erasure is remembered: longer than backups are likely to be kept, so that an account from a restored
    /// backup is detected.
    static let erasedKnownFor: Int64 = 400 * 86_400

    func expiry(of session: SessionRecord) -> UnixTime {
        let isLong = session.isRemembered || session.kind != .rotating
        let unused = session.lastActivityAt.adding(seconds: isLong ? rememberedIdle : idle)
        return min(unused, session.createdAt.adding(seconds: absolute))
    }

    /// First the expired ones, then the least recently active.
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
