public import BaliseJSON
public import Foundation

/// An announcement with its delivery counts: the answer of POST announcements and announcements/{id}, in an envelope.
public struct PublishedAnnouncement: JSONConvertible, Hashable {
    /// The server's id of the announcement.
    public var id: String
    /// The kind of subject: an offer, an event or a professional.
    public var type: AnnouncementType
    /// The publisher's own id for the offer, event or professional.
    public var subject: AnnouncementSubject
    /// The title; nil for the default text of the kind.
    public var title: String?
    /// The text; nil for the default text of the kind.
    public var body: String?
    /// One of the operator's categories; nil for an event without one.
    public var category: String?
    /// The latitude of the subject's place in degrees, -90 to 90.
    public var latitude: Double
    /// The longitude of the subject's place in degrees, -180 to 180.
    public var longitude: Double
    /// The time before which no user is notified; nil if users were notified at once.
    public var startsAt: Date?
    /// The time after which no user is notified.
    public var expiresAt: Date?
    /// The publisher's further members.
    public var details: JSONDetails?
    /// When the publisher sent the announcement.
    public var createdAt: Date
    /// How far the announcement is, such as `deciding` or `done`.
    public var state: NotificationState
    /// The number of recipients; 0 before the audience is determined. Nil if it is withheld: publishers do not see it.
    public var recipients: Int?
    /// The delivery counts; nil if they are withheld.
    public var counts: PushDeliveryCounts?
    /// Replaces hidden counts: fewer pushes than this number were sent. Nil if the counts are given.
    public var fewerThan: Int?

    public init(
        id: String, type: AnnouncementType, subject: AnnouncementSubject, title: String? = nil, body: String? = nil,
        category: String? = nil, latitude: Double, longitude: Double, startsAt: Date? = nil, expiresAt: Date? = nil,
        details: JSONDetails? = nil, createdAt: Date, state: NotificationState, recipients: Int? = nil,
        counts: PushDeliveryCounts? = nil, fewerThan: Int? = nil
    ) {
        (self.id, self.type, self.subject) = (id, type, subject)
        (self.title, self.body, self.category, self.details) = (title, body, category, details)
        (self.latitude, self.longitude) = (latitude, longitude)
        (self.startsAt, self.expiresAt, self.createdAt) = (startsAt, expiresAt, createdAt)
        (self.state, self.recipients, self.counts, self.fewerThan) = (state, recipients, counts, fewerThan)
    }

    private enum CodingKeys: String, CodingKey {
        case id, type, subject, title, body, category, latitude, longitude, startsAt,
            expiresAt, details, createdAt, state, recipients
        case counts = "books"
        case fewerThan
    }
}

/// A page of announcements, the latest first: the answer of GET announcements in an envelope.
public struct AnnouncementPage: JSONConvertible, Hashable {
    /// The announcements of this page. For the next page, pass the `id` of the last announcement as `before`.
    public var announcements: [PublishedAnnouncement]
    /// Whether there are earlier announcements.
    public var hasMore: Bool

    public init(announcements: [PublishedAnnouncement], hasMore: Bool) {
        (self.announcements, self.hasMore) = (announcements, hasMore)
    }
}

/// The size of an announcement's audience: the answer of POST announcements?dryRun=true in an envelope.
public struct AnnouncementDryRun: JSONConvertible, Hashable {
    private var dryRun = AlwaysTrue()
    /// The number of users, approximate for a publisher; nil if the number is withheld.
    public var recipients: Int?
    /// The number of push tokens. Nil if it is withheld: publishers do not see it.
    public var deliveries: Int?
    /// Replaces hidden counts: there are fewer users than this number. Nil if the counts are given.
    public var fewerThan: Int?

    public init(recipients: Int? = nil, deliveries: Int? = nil, fewerThan: Int? = nil) {
        (self.recipients, self.deliveries, self.fewerThan) = (recipients, deliveries, fewerThan)
    }
}
