/// Adds accounts to a topic and removes others. The reply reveals neither which accounts exist nor which have reached
/// the limit of added topics.
///
/// Errors: `invalidRequest` for an invalid topic name, or too many accounts at a time; `forbidden` for a topic that
/// users subscribe to themselves, or that the key may not use.
public struct ChangeTopicMembers: RequestFromEdge {
    public typealias Reply = Done
    public static let service = ServiceName.preferences
    public static let code = MessageCode(.preferences, 7)
    public static let isIdempotent = true

    /// The most accounts in one message.
    public static let maximumAccounts = 1000

    public var topic: String
    public var added: [AccountID]
    public var removed: [AccountID]
    /// Nil for a key without limits.
    public var limits: PublishingLimits?

    enum CodingKeys: Int, CodingKey { case topic = 0, added, removed, limits }

    public init(topic: String, added: [AccountID], removed: [AccountID], limits: PublishingLimits? = nil) {
        self.topic = topic
        self.added = added
        self.removed = removed
        self.limits = limits
    }
}
