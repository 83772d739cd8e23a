// The accounts feed: what an erased or disabled account leaves behind.

/// The state of an account as the accounts feed tells it, under the account's id; a tombstone when it is erased.
public struct AccountChange: Codable, Hashable, Sendable {
    public static let feed = FeedName(rawValue: "accounts")

    public var status: AccountStatus
    /// Sessions whose person was recognised at or before this moment have ended; nil when none has for this reason.
    public var sessionsEndBefore: UnixTime?
    /// `AccountProfile.number`, which is never given twice, as an id may be that is derived from a person; nil from
    /// versions that did not say.
    public var number: Int64?

    enum CodingKeys: Int, CodingKey { case status = 0, sessionsEndBefore, number }

    public init(status: AccountStatus, sessionsEndBefore: UnixTime? = nil, number: Int64? = nil) {
        self.status = status
        self.sessionsEndBefore = sessionsEndBefore
        self.number = number
    }
}
