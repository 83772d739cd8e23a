/// Adds tags to accounts and removes others. The reply reveals neither which accounts exist nor which have reached
/// their limit.
///
/// Errors: `invalidRequest` for an invalid tag, or too many tags or accounts at a time; `forbidden` for a key that is
/// limited to topics.
public struct ChangeTags: RequestFromEdge {
    public typealias Reply = Done
    public static let service = ServiceName.preferences
    public static let code = MessageCode(.preferences, 8)
    public static let isIdempotent = true

    /// The most tags of an account.
    public static let maximumTags = 20

    /// At most `ChangeTopicMembers.maximumAccounts`.
    public var accounts: [AccountID]
    public var added: [String]
    public var removed: [String]
    /// Nil for a key without limits.
    public var limits: PublishingLimits?

    enum CodingKeys: Int, CodingKey { case accounts = 0, added, removed, limits }

    public init(accounts: [AccountID], added: [String], removed: [String], limits: PublishingLimits? = nil) {
        self.accounts = accounts
        self.added = added
        self.removed = removed
        self.limits = limits
    }
}
