/// The state of an account in the accounts feed, under the account's id; a tombstone when it is erased.
public struct AccountChange: Codable, Hashable, Sendable {
    public static let feed = FeedName(rawValue: "accounts")

    public var status: AccountStatus
    /// Sessions whose user was recognised at or before this time have ended, except `keptSession`; nil for no such event.
    public var sessionsEndBefore: UnixTime?
    /// `AccountProfile.number`. It is never reused, unlike an id that is derived from a person. Nil from versions that
    /// did not send it.
    public var number: Int64?
    /// Sessions that began at an identity provider, with a user recognised at or before this time, have ended; nil for
    /// no such event.
    public var providerSessionsEndBefore: UnixTime?
    /// When a user who had only proved the e-mail address got the account. Earlier bindings by others may reveal facts
    /// about that user, such as the place. Nil for never.
    public var takenOverAt: UnixTime?
    /// The session that continues although its user was recognised before `sessionsEndBefore`; nil for none.
    public var keptSession: SessionID?

    enum CodingKeys: Int, CodingKey {
        case status = 0, sessionsEndBefore, number, providerSessionsEndBefore, takenOverAt, keptSession
    }

    public init(
        status: AccountStatus, sessionsEndBefore: UnixTime? = nil, number: Int64? = nil,
        providerSessionsEndBefore: UnixTime? = nil, takenOverAt: UnixTime? = nil, keptSession: SessionID? = nil
    ) {
        self.status = status
        self.sessionsEndBefore = sessionsEndBefore
        self.number = number
        self.providerSessionsEndBefore = providerSessionsEndBefore
        self.takenOverAt = takenOverAt
        self.keptSession = keptSession
    }
}
