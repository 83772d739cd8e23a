public import BaliseJSON
public import Foundation

/// A user's interactions with notifications, each counted once: the body of POST notifications/interactions.
public struct RecordInteractionsRequest: JSONConvertible, Hashable {
    /// The interactions, 1 to 100.
    public var interactions: [BaliseInteraction]

    public init(interactions: [BaliseInteraction]) { self.interactions = interactions }

    /// The allowed number of interactions in one call.
    public static let counts = 1...100
}

/// A user's interaction with a notification.
public struct BaliseInteraction: JSONBounded, Hashable {
    /// The user tapped the notification itself.
    public static let opened = "opened"
    /// The user dismissed the notification.
    public static let dismissed = "dismissed"

    /// The `notificationId` of the push.
    public var notificationId: String
    /// The user's action: `opened`, `dismissed`, or the id of one of the notification's actions; at most 64 characters.
    public var action: String
    /// When the user acted, by the device's clock; nil for the time when the server receives the interaction.
    @InMilliseconds public var at: Date?
    /// The address that the app opened, one of the notification's addresses; nil if it opened no address.
    public var link: String?

    public init(notificationId: String, action: String, at: Date? = nil, link: String? = nil) {
        (self.notificationId, self.action) = (notificationId, action)
        self.at = at
        self.link = link
    }

    private enum CodingKeys: CodingKey { case notificationId, action, at, link }

    public static let bounds: [TextBound<BaliseInteraction>] = [
        TextBound(CodingKeys.action, NotificationAction.idLengths) { $0.action },
        TextBound(CodingKeys.link, NotificationContent.addressLengths) { $0.link },
    ]
}
