// The accounts feed: what an erased or disabled account leaves behind.

/// The state of an account as the accounts feed tells it, under the account's id; a tombstone when it is erased.
public struct AccountChange: Codable, Hashable, Sendable {
    public static let feed = FeedName(rawValue: "accounts")

    public var status: AccountStatus
    /// Sessions whose person was recognised at or before this moment have ended, but for `keptSession`; nil when none has for
    /// this reason.
    public var sessionsEndBefore: UnixTime?
    /// `AccountProfile.number`, which is never given twice, as an id may be that is derived from a person; nil from
    /// versions that did not say.
    public var number: Int64?
    /// Sessions that began at an identity provider, with a person who was recognised at or before this moment, have ended;
    /// nil when none has for this reason.
    public var providerSessionsEndBefore: UnixTime?
    /// When a person got the account who had shown its address and nothing else of it: what others had bound to it before
    /// may tell of them, such as where they are. Nil for never.
    public var takenOverAt: UnixTime?
    /// The session that goes on although its person was recognised before `sessionsEndBefore`; nil for none.
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
