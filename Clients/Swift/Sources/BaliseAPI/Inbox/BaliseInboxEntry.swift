// An entry of an inbox, as GET notifications answers it.

public import BaliseJSON
public import Foundation

/// Something that a person was told. Where it leads to is said in the words of a push.
public struct BaliseInboxEntry: JSONConvertible, Hashable {
    /// What the entry is marked as read by.
    public var id: String
    /// The account of the person.
    public var userId: String
    /// What kind of thing it is about.
    public var type: AnnouncementKind
    /// The heading.
    public var title: String
    /// The text below it.
    public var content: String
    /// The page of the app that shows what it is about: `offer_detail`, `event_detail` or `professional_detail`.
    public var screen: String
    /// What the publisher calls what it is about; a number comes as its digits.
    public var entityId: String
    /// When the person read it; nil while they have not. `isRead` says whether they have.
    public var readAt: Date?
    /// When the person was told.
    public var createdAt: Date

    /// Whether the person has read it.
    public var isRead: Bool { readAt != nil }

    /// Makes a body of these members; nil is said as `null`.
    public init(
        id: String, userId: String, type: AnnouncementKind, title: String, content: String, screen: String,
        entityId: String, readAt: Date? = nil, createdAt: Date
    ) {
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

    public init(_ json: JSONValue) throws(JSONShapeError) {
        id = try json.needed("id")
        userId = try json.needed("userId")
        type = try json.needed("type")
        title = try json.needed("title")
        content = try json.needed("content")
        screen = try json.needed("screen")
        entityId = try json.needed("entityId")
        readAt = try json.needed("state", as: State.self).readAt
        createdAt = try json.needed("createdAt")
    }

    public func write(to json: inout JSONObject) {
        json.set("id", id)
        json.set("userId", userId)
        json.set("type", type)
        json.set("title", title)
        json.set("content", content)
        json.set("screen", screen)
        json.set("entityId", entityId)
        json.set("isRead", isRead)
        json.set("createdAt", createdAt)
        json.set("state", State(readAt: readAt, createdAt: createdAt))
    }

    /// Where the app looks for whether an entry was read.
    private struct State: JSONConvertible {
        let readAt: Date?
        let createdAt: Date

        init(readAt: Date?, createdAt: Date) {
            self.readAt = readAt
            self.createdAt = createdAt
        }

        init(_ json: JSONValue) throws(JSONShapeError) {
            readAt = try json.optional("readAt")
            createdAt = try json.needed("createdAt")
        }

        func write(to json: inout JSONObject) {
            json.set("isRead", readAt != nil)
            json.setOrNull("readAt", readAt)
            json.set("createdAt", createdAt)
        }
    }
}
