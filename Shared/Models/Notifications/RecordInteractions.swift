// A person has opened or dismissed notifications.

/// Counts what a person did with notifications: each action once for a notification and a person. What the person was not
/// sent, and actions that a notification does not have, are passed over.
///
/// Errors: `invalidRequest` for more than 100 at a time, or none.
public struct RecordInteractions: RequestFromEdge {
    public typealias Reply = Done
    public static let service = ServiceName.push
    public static let code = MessageCode(.push, 120)
    public static let isIdempotent = true
    public var routingKey: RoutingKey? { RoutingKey(account) }

    /// How many can be told of at a time.
    public static let limits = 1...100

    public var account: AccountID
    public var interactions: [NotificationInteraction]

    enum CodingKeys: Int, CodingKey { case account = 0, interactions }

    public init(account: AccountID, interactions: [NotificationInteraction]) {
        self.account = account
        self.interactions = interactions
    }
}

/// What a person did with a notification.
public struct NotificationInteraction: Codable, Hashable, Sendable {
    /// A tap on the notification itself.
    public static let opened = "opened"
    /// It was swept away.
    public static let dismissed = "dismissed"

    public var notification: AnnouncementID
    /// `opened`, `dismissed`, or the id of one of the notification's actions.
    public var action: String
    /// By the clock of the push device.
    public var at: UnixTime
    /// The address that was opened in the app; nil where none was.
    public var link: String?

    enum CodingKeys: Int, CodingKey { case notification = 0, action, at, link }

    public init(notification: AnnouncementID, action: String, at: UnixTime, link: String? = nil) {
        self.notification = notification
        self.action = action
        self.at = at
        self.link = link
    }
}

/// How many people did one thing with a notification.
public struct InteractionCount: Codable, Hashable, Sendable {
    /// As in `NotificationInteraction`.
    public var action: String
    /// One of the notification's addresses; nil for none of them.
    public var link: String?
    public var people: Int
    /// Those of them to whom it was sent after quiet hours, as push keeps it; in no message.
    public var peopleLater = 0

    enum CodingKeys: Int, CodingKey { case action = 0, link, people }

    public init(action: String, link: String? = nil, people: Int) {
        self.action = action
        self.link = link
        self.people = people
    }
}
