// A publisher's program says who belongs to a topic.

/// Adds accounts to a topic and takes others out of it. It says neither which of them there are nor which are in as many
/// topics already as publishers can add them to.
///
/// Errors: `invalidRequest` for what is no name of a topic, or too many accounts at a time; `forbidden` for a topic to
/// which people subscribe themselves, or that the key may not fill.
public struct ChangeTopicMembers: RequestFromEdge {
    public typealias Reply = Done
    public static let service = ServiceName.preferences
    public static let code = MessageCode(.preferences, 7)
    public static let isIdempotent = true

    /// How many accounts may be added and taken out at a time.
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
