// A publisher's program says what people are.

/// Gives accounts tags and takes others from them. It says neither which accounts there are nor which have no room for
/// more tags.
///
/// Errors: `invalidRequest` for what is no tag, or too many tags or accounts at a time; `forbidden` for a key that is
/// limited to topics.
public struct ChangeTags: RequestFromEdge {
    public typealias Reply = Done
    public static let service = ServiceName.preferences
    public static let code = MessageCode(.preferences, 8)
    public static let isIdempotent = true

    /// How many tags an account has at most.
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
