// An announcement with its delivery counts, as POST announcements and the calls of announcements/{id} answer it in an
// envelope.

public import BaliseJSON
public import Foundation

/// An announcement, and what became of it.
public struct PublishedAnnouncement: JSONConvertible, Hashable {
    /// The announcement's own name.
    public var id: String
    /// What kind of thing it is about.
    public var type: AnnouncementKind
    /// What its publisher calls that.
    public var subject: AnnouncementSubject
    /// Nil for the usual text of the kind.
    public var title: String?
    /// Nil for the usual text of the kind.
    public var body: String?
    /// Nil for none.
    public var category: String?
    /// Degrees from -90 to 90.
    public var latitude: Double
    /// Degrees from -180 to 180.
    public var longitude: Double
    /// Nobody is told before; nil for at once.
    public var startsAt: Date?
    /// Nobody is told after.
    public var expiresAt: Date?
    /// What its publisher said besides.
    public var details: JSONDetails?
    /// When it was announced.
    public var createdAt: Date
    /// How far it has come.
    public var state: AnnouncementProgress
    /// How many people it is for; 0 until that is decided, nil where it is not told.
    public var recipients: Int?
    /// What became of its deliveries; nil where that is not told.
    public var counts: PushDeliveryCounts?
    /// In place of the counts: it is for fewer people than this. Nil where the counts are told.
    public var fewerThan: Int?

    /// Makes a body of these members; nil leaves one out.
    public init(
        id: String, type: AnnouncementKind, subject: AnnouncementSubject, title: String? = nil, body: String? = nil,
        category: String? = nil, latitude: Double, longitude: Double, startsAt: Date? = nil, expiresAt: Date? = nil,
        details: JSONDetails? = nil, createdAt: Date, state: AnnouncementProgress, recipients: Int? = nil,
        counts: PushDeliveryCounts? = nil, fewerThan: Int? = nil
    ) {
        self.fewerThan = fewerThan
        self.id = id
        self.type = type
        self.subject = subject
        self.title = title
        self.body = body
        self.category = category
        self.latitude = latitude
        self.longitude = longitude
        self.startsAt = startsAt
        self.expiresAt = expiresAt
        self.details = details
        self.createdAt = createdAt
        self.state = state
        self.recipients = recipients
        self.counts = counts
    }

    public init(_ json: JSONValue) throws(JSONShapeError) {
        id = try json.needed("id")
        type = try json.needed("type")
        subject = try json.needed("subject")
        title = try json.optional("title")
        body = try json.optional("body")
        category = try json.optional("category")
        latitude = try json.needed("latitude")
        longitude = try json.needed("longitude")
        startsAt = try json.optional("startsAt")
        expiresAt = try json.optional("expiresAt")
        details = try json.optional("details")
        createdAt = try json.needed("createdAt")
        state = try json.needed("state")
        recipients = try json.optional("recipients")
        counts = try json.optional("books")
        fewerThan = try json.optional("fewerThan")
    }

    public func write(to json: inout JSONObject) {
        json.set("id", id)
        json.set("type", type)
        json.set("subject", subject)
        json.set("title", title)
        json.set("body", body)
        json.set("category", category)
        json.set("latitude", latitude)
        json.set("longitude", longitude)
        json.set("startsAt", startsAt)
        json.set("expiresAt", expiresAt)
        json.set("details", details)
        json.set("createdAt", createdAt)
        json.set("state", state)
        json.set("recipients", recipients)
        json.set("books", counts)
        json.set("fewerThan", fewerThan)
    }
}
