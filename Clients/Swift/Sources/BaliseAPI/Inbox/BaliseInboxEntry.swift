public import BaliseJSON
public import Foundation

/// A notification or announcement in a user's inbox. `screen` and `entityId` name its target as in a push.
public struct BaliseInboxEntry: JSONConvertible, Hashable {
    /// The id with which the entry is marked as read.
    public var id: String
    /// The user's account.
    public var userId: String
    /// The kind of subject; `NOTIFICATION` for a notification, which has a `kind`.
    public var type: AnnouncementType
    /// The heading of the entry.
    public var title: String
    /// The text below the heading.
    public var content: String
    /// The app's page: `offer_detail`, `event_detail` or `professional_detail`; else `notification`.
    public var screen: String
    /// The publisher's id of the subject. If the id is a number, this is its digits.
    public var entityId: String
    /// When the user read the entry; nil if it is unread. The member `isRead` is true if this time is not nil.
    public var readAt: Date?
    /// When the user was notified.
    public var createdAt: Date
    /// The kind of a notification; nil for an announcement.
    public var kind: String?
    /// The address that a tap on the notification opens in the app; nil if the notification has no link.
    public var link: String?

    /// Whether the user has read the entry.
    public var isRead: Bool { readAt != nil }

    /// Creates an entry; a member that is nil is written as `null`.
    public init(
        id: String, userId: String, type: AnnouncementType, title: String, content: String, screen: String,
        entityId: String, readAt: Date? = nil, createdAt: Date, kind: String? = nil, link: String? = nil
    ) {
        (self.id, self.userId, self.type) = (id, userId, type)
        (self.kind, self.link) = (kind, link)
        (self.title, self.content, self.screen, self.entityId) = (title, content, screen, entityId)
        self.readAt = readAt
        self.createdAt = createdAt
    }

    public init(from decoder: any Decoder) throws {
        let members = try decoder.container(keyedBy: CodingKeys.self)
        id = try members.decode(String.self, forKey: .id)
        userId = try members.decode(String.self, forKey: .userId)
        type = try members.decode(AnnouncementType.self, forKey: .type)
        title = try members.decode(String.self, forKey: .title)
        content = try members.decode(String.self, forKey: .content)
        screen = try members.decode(String.self, forKey: .screen)
        entityId = try members.decode(String.self, forKey: .entityId)
        createdAt = try members.decode(Date.self, forKey: .createdAt)
        readAt = try members.decode(State.self, forKey: .state).readAt
        kind = try members.decodeIfPresent(String.self, forKey: .kind)
        link = try members.decodeIfPresent(String.self, forKey: .link)
    }

    public func encode(to encoder: any Encoder) throws {
        var members = encoder.container(keyedBy: CodingKeys.self)
        try members.encode(id, forKey: .id)
        try members.encode(userId, forKey: .userId)
        try members.encode(type, forKey: .type)
        try members.encode(title, forKey: .title)
        try members.encode(content, forKey: .content)
        try members.encode(screen, forKey: .screen)
        try members.encode(entityId, forKey: .entityId)
        try members.encode(isRead, forKey: .isRead)
        try members.encode(createdAt, forKey: .createdAt)
        try members.encode(State(isRead: isRead, readAt: readAt, createdAt: createdAt), forKey: .state)
        try members.encodeIfPresent(kind, forKey: .kind)
        try members.encodeIfPresent(link, forKey: .link)
    }

    private enum CodingKeys: CodingKey {
        case id, userId, type, title, content, screen, entityId, isRead, createdAt, state, kind, link
    }

    /// The object in which the app looks for `isRead`.
    private struct State: Codable {
        var isRead: Bool?
        @Nullable var readAt: Date?
        var createdAt: Date
    }
}
