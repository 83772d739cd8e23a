// What a publisher announces: the body of POST announcements.

public import BaliseJSON
public import Foundation

/// An offer, an event or a professional that people are to hear of.
public struct AnnounceRequest: JSONConvertible, Hashable {
    /// What kind of thing it is.
    public var type: AnnouncementKind
    /// What the publisher calls it.
    public var id: AnnouncementSubject
    /// At most 200 characters; nil for the usual text of the kind.
    public var title: String?
    /// At most 1,000 characters; nil for the usual text of the kind.
    public var body: String?
    /// One of those that there are; only events may do without.
    public var category: String?
    /// Degrees from -90 to 90.
    public var latitude: Double
    /// Degrees from -180 to 180.
    public var longitude: Double
    /// Nobody is told before; nil for at once.
    public var startsAt: Date?
    /// Nobody is told after; nil for 30 days from now.
    public var expiresAt: Date?
    /// The further members of the lists that apps ask for; at most 4,096 bytes.
    public var details: JSONDetails?

    /// Makes a body of these members; nil leaves one out.
    public init(
        type: AnnouncementKind, id: AnnouncementSubject, title: String? = nil, body: String? = nil,
        category: String? = nil, latitude: Double, longitude: Double, startsAt: Date? = nil, expiresAt: Date? = nil,
        details: JSONDetails? = nil
    ) {
        self.type = type
        self.id = id
        self.title = title
        self.body = body
        self.category = category
        self.latitude = latitude
        self.longitude = longitude
        self.startsAt = startsAt
        self.expiresAt = expiresAt
        self.details = details
    }

    public init(_ json: JSONValue) throws(JSONShapeError) {
        type = try json.needed("type")
        id = try json.needed("id")
        title = try json.optional("title")
        body = try json.optional("body")
        category = try json.optional("category")
        latitude = try json.needed("latitude")
        longitude = try json.needed("longitude")
        startsAt = try json.optional("startsAt")
        expiresAt = try json.optional("expiresAt")
        details = try json.optional("details")
    }

    public func write(to json: inout JSONObject) {
        json.set("type", type)
        json.set("id", id)
        json.set("title", title)
        json.set("body", body)
        json.set("category", category)
        json.set("latitude", latitude)
        json.set("longitude", longitude)
        json.set("startsAt", startsAt, to: .milliseconds)
        json.set("expiresAt", expiresAt, to: .milliseconds)
        json.set("details", details)
    }
}
