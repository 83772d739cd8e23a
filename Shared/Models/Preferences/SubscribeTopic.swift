/// Subscribes a user to a topic that the operator has opened, or cancels that.
///
/// Errors: `invalidRequest` for an invalid topic name; `forbidden` for a topic that is not open; `conflict` above the
/// limit; `accountGone`.
public struct SubscribeTopic: RequestFromEdge {
    public typealias Reply = NotificationPreferences
    public static let service = ServiceName.preferences
    public static let code = MessageCode(.preferences, 6)
    public static let isIdempotent = true
    public var routingKey: RoutingKey? { RoutingKey(account) }

    /// The most topics that a user can subscribe to; publishers can add the user to as many more.
    public static let maximumTopics = 50

    public var account: AccountID
    public var topic: String
    public var isSubscribed: Bool

    enum CodingKeys: Int, CodingKey { case account = 0, topic, isSubscribed }

    public init(account: AccountID, topic: String, isSubscribed: Bool) {
        self.account = account
        self.topic = topic
        self.isSubscribed = isSubscribed
    }
}
