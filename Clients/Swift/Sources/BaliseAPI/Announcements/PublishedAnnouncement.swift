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
    /// How many people it is for; 0 until that is decided, nil where it is not told, as to publishers.
    public var recipients: Int?
    /// What became of its deliveries; nil where that is not told.
    public var counts: PushDeliveryCounts?
    /// In place of the counts: fewer pushes than this were sent. Nil where the counts are told.
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

    private enum CodingKeys: String, CodingKey {
        case id, type, subject, title, body, category, latitude, longitude, startsAt,
            expiresAt, details, createdAt, state, recipients
        case counts = "books"
        case fewerThan
    }
}
