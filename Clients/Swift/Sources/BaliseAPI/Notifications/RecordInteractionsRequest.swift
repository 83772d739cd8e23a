// What a person did with notifications: the body of POST notifications/interactions.

public import BaliseJSON
public import Foundation

/// What a person did with notifications; the server counts each action once for a notification and a person.
public struct RecordInteractionsRequest: JSONConvertible, Hashable {
    /// 1 to 100.
    public var interactions: [BaliseInteraction]

    /// Makes a body of this member.
    public init(interactions: [BaliseInteraction]) { self.interactions = interactions }

    /// How many one call tells of.
    public static let counts = 1...100
}

/// What a person did with a notification.
public struct BaliseInteraction: JSONConvertible, Hashable {
    /// A tap on the notification itself.
    public static let opened = "opened"
    /// It was swept away.
    public static let dismissed = "dismissed"

    /// The `notificationId` of the push.
    public var notificationId: String
    /// `opened`, `dismissed`, or the id of one of the notification's actions; at most 64 characters.
    public var action: String
    /// When that was, by the clock of the device; nil for now, by that of the server.
    @InMilliseconds public var at: Date?
    /// The address that was opened in the app, one of the notification's; nil where none was.
    public var link: String?

    /// Makes a body of these members; nil leaves one out.
    public init(notificationId: String, action: String, at: Date? = nil, link: String? = nil) {
        self.notificationId = notificationId
        self.action = action
        self.at = at
        self.link = link
    }

    private enum CodingKeys: CodingKey { case notificationId, action, at, link }
}

extension BaliseInteraction: JSONBounded {
    public static let bounds: [TextBound<BaliseInteraction>] = [
        TextBound(CodingKeys.action, BaliseNotificationAction.idLengths) { $0.action },
        TextBound(CodingKeys.link, BaliseNotificationContent.addressLengths) { $0.link },
    ]
}
