// An entry of an inbox, as GET notifications answers it.

public import BaliseJSON
public import Foundation

/// Something that a person was told. Where it leads to is said in the words of a push.
public struct BaliseInboxEntry: JSONConvertible, Hashable {
    /// What the entry is marked as read by.
    public var id: String
    /// The account of the person.
    public var userId: String
    /// What kind of thing it is about; `NOTIFICATION` for a notification, whose `kind` says it.
    public var type: AnnouncementKind
    /// The heading.
    public var title: String
    /// The text below it.
    public var content: String
    /// The page of the app that shows what it is about: `offer_detail`, `event_detail` or `professional_detail`; of a
    /// notification `notification`.
    public var screen: String
    /// What the publisher calls what it is about; a number comes as its digits.
    public var entityId: String
    /// When the person read it; nil while they have not. `isRead` says whether they have.
    public var readAt: Date?
    /// When the person was told.
    public var createdAt: Date
    /// The kind of a notification; nil for an announcement.
    public var kind: String?
    /// The address that a tap on a notification opens in the app; nil for none.
    public var link: String?

    /// Whether the person has read it.
    public var isRead: Bool { readAt != nil }

    /// Makes a body of these members; nil is said as `null`.
    public init(
        id: String, userId: String, type: AnnouncementKind, title: String, content: String, screen: String,
        entityId: String, readAt: Date? = nil, createdAt: Date, kind: String? = nil, link: String? = nil
    ) {
        self.kind = kind
        self.link = link
        self.id = id
        self.userId = userId
        self.type = type
        self.title = title
        self.content = content
        self.screen = screen
        self.entityId = entityId
        self.readAt = readAt
        self.createdAt = createdAt
    }

    public init(from decoder: any Decoder) throws {
        let members = try decoder.container(keyedBy: CodingKeys.self)
        id = try members.decode(String.self, forKey: .id)
        userId = try members.decode(String.self, forKey: .userId)
        type = try members.decode(AnnouncementKind.self, forKey: .type)
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

    /// Where the app looks for whether an entry was read.
    private struct State: Codable {
        var isRead: Bool?
        @Nullable var readAt: Date?
        var createdAt: Date
    }
}
