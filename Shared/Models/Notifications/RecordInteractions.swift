/// Counts a user's interactions. Each action counts once per notification and user. Notifications that the user did not
/// get, and unknown actions, are ignored. Errors: `invalidRequest` if there are none, or more than 100.
public struct RecordInteractions: RequestFromEdge, RequestByAccount, IdempotentRequest {
    public static let serviceCode = ServiceCode(.push, 120)

    public static let limits = 1...100

    public var account: AccountID
    public var interactions: [NotificationInteraction]

    enum CodingKeys: Int, CodingKey { case account = 0, interactions }

    public init(account: AccountID, interactions: [NotificationInteraction]) {
        (self.account, self.interactions) = (account, interactions)
    }
}

/// The user's tap on a notification or one of its buttons, or its dismissal, as the app reports it.
public struct NotificationInteraction: Codable, Hashable, Sendable {
    /// The action of a tap on the notification itself.
    public static let opened = "opened"
    public static let dismissed = "dismissed"

    public var notification: NotificationID
    /// The user's action: `opened`, `dismissed`, or the id of one of the notification's actions.
    public var action: String
    /// When the user acted, by the device's clock.
    public var at: UnixTime
    public var link: String?

    enum CodingKeys: Int, CodingKey { case notification = 0, action, at, link }

    public init(notification: NotificationID, action: String, at: UnixTime, link: String? = nil) {
        (self.notification, self.action, self.at, self.link) = (notification, action, at, link)
    }
}

/// The number of users who reacted in the same way to a notification.
public struct InteractionCount: Codable, Hashable, Sendable {
    public var action: String
    /// The address that the users opened; nil if they opened none.
    public var link: String?
    public var people: Int
    /// The part of `people` who got the notification after quiet hours. The push service stores it; no message has it.
    public var peopleLater = 0

    enum CodingKeys: Int, CodingKey { case action = 0, link, people }

    public init(action: String, link: String? = nil, people: Int) {
        (self.action, self.link, self.people) = (action, link, people)
    }
}
