// A notification with its delivery counts, as POST notifications and the calls of notifications/{id} answer it in an
// envelope.

public import BaliseJSON
public import Foundation

/// A notification, and what became of it.
public struct PublishedNotification: JSONConvertible, Hashable {
    /// Its name.
    public var id: String
    /// What it is about.
    public var kind: String
    /// For whom it is, as it was sent.
    public var audience: JSONDetails
    /// Nobody is told before; nil for at once.
    public var startsAt: Date?
    /// Nobody is told after.
    public var expiresAt: Date?
    /// When it was sent.
    public var createdAt: Date
    /// How far it has come.
    public var state: AnnouncementProgress
    /// How many people it is for; 0 until that is decided, nil where it is not told.
    public var recipients: Int?
    /// What became of its deliveries; nil where that is not told.
    public var counts: PushDeliveryCounts?
    /// In place of the counts: it is for fewer people than this. Nil where the counts are told, and where nothing is.
    public var fewerThan: Int?
    /// What people did with it, the most frequent first, without what fewer than ten did; nil where it is not told.
    public var interactions: [BaliseInteractionCount]?

    /// Makes a body of these members; nil leaves one out.
    public init(
        id: String, kind: String, audience: JSONDetails, startsAt: Date? = nil, expiresAt: Date? = nil, createdAt: Date,
        state: AnnouncementProgress, recipients: Int? = nil, counts: PushDeliveryCounts? = nil, fewerThan: Int? = nil,
        interactions: [BaliseInteractionCount]? = nil
    ) {
        self.interactions = interactions
        self.id = id
        self.kind = kind
        self.audience = audience
        self.startsAt = startsAt
        self.expiresAt = expiresAt
        self.createdAt = createdAt
        self.state = state
        self.recipients = recipients
        self.counts = counts
        self.fewerThan = fewerThan
    }

    private enum CodingKeys: String, CodingKey {
        case id, kind, audience, startsAt, expiresAt, createdAt, state, recipients
        case counts = "books"
        case fewerThan, interactions
    }
}

/// Notifications, the latest first: what GET notifications/sent answers, in an envelope.
public struct NotificationPage: JSONConvertible, Hashable {
    /// One page of them; the `id` of the last one, as `before`, asks for the next.
    public var notifications: [PublishedNotification]
    /// Whether there are earlier ones.
    public var hasMore: Bool

    /// Makes a body of these members.
    public init(notifications: [PublishedNotification], hasMore: Bool) {
        self.notifications = notifications
        self.hasMore = hasMore
    }
}
