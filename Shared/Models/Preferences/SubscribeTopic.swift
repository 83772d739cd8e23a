// A person subscribes to a topic, or does so no more.

/// Keeps whether a person has subscribed to a topic that the operator has opened.
///
/// Errors: `invalidRequest` for what is no name of a topic; `forbidden` for one that is not open; `conflict` for too many;
/// `accountGone`.
public struct SubscribeTopic: RequestFromEdge {
    public typealias Reply = NotificationPreferences
    public static let service = ServiceName.preferences
    public static let code = MessageCode(.preferences, 6)
    public static let isIdempotent = true
    public var routingKey: RoutingKey? { RoutingKey(account) }

    /// To how many topics a person can subscribe, and to how many they can be added besides.
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
