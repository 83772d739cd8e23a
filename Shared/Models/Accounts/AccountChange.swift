/// The state of an account in the accounts feed, under the account's id; a tombstone when it is erased.
public struct AccountChange: Codable, Hashable, Sendable {
    public static let feed = FeedName(rawValue: "accounts")

    public var status: AccountStatus
    /// The time of the latest order to end sessions. Sessions whose user signed in by then have ended, except
    /// `keptSession`. Nil if there was no order.
    public var sessionsEndBefore: UnixTime?
    /// `AccountProfile.number`. Unlike a derived id, it is never reused. Nil from a service of an older version.
    public var number: Int64?
    /// Like `sessionsEndBefore`, but only for sessions that began at an identity provider.
    public var providerSessionsEndBefore: UnixTime?
    /// When a user who had proved only the address got the account: earlier bindings may reveal facts about that user.
    public var takenOverAt: UnixTime?
    /// The session that continues although its user signed in before `sessionsEndBefore`; nil if all such sessions end.
    public var keptSession: SessionID?

    enum CodingKeys: Int, CodingKey {
        case status = 0, sessionsEndBefore, number, providerSessionsEndBefore, takenOverAt, keptSession
    }

    public init(
        status: AccountStatus, sessionsEndBefore: UnixTime? = nil, number: Int64? = nil,
        providerSessionsEndBefore: UnixTime? = nil, takenOverAt: UnixTime? = nil, keptSession: SessionID? = nil
    ) {
        (self.status, self.sessionsEndBefore) = (status, sessionsEndBefore)
        (self.number, self.providerSessionsEndBefore) = (number, providerSessionsEndBefore)
        (self.takenOverAt, self.keptSession) = (takenOverAt, keptSession)
    }
}
