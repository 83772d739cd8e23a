// What GET announcements answers, in an envelope.

public import BaliseJSON

/// Announcements, the latest first.
public struct AnnouncementPage: JSONConvertible, Hashable {
    /// One page of them; the `id` of the last one, as `before`, asks for the next.
    public var announcements: [PublishedAnnouncement]
    /// Whether there are earlier ones.
    public var hasMore: Bool

    /// Makes a body of these members.
    public init(announcements: [PublishedAnnouncement], hasMore: Bool) {
        self.announcements = announcements
        self.hasMore = hasMore
    }

    public init(_ json: JSONValue) throws(JSONShapeError) {
        announcements = try json.needed("announcements")
        hasMore = try json.needed("hasMore")
    }

    public func write(to json: inout JSONObject) {
        json.set("announcements", announcements)
        json.set("hasMore", hasMore)
    }
}
