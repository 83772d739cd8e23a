// A notification with its delivery counts, as POST notifications and the calls of notifications/{id} answer it in an
// envelope.

public import BaliseJSON
public import Foundation

/// A notification, and what became of it.
public struct PublishedNotification: JSONConvertible, Hashable {
    /// The id that the server has given to the notification.
    public var id: String
    /// One of the kinds that the operator has named.
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
    /// How many people it is for; 0 until that is decided, nil where it is not told, as to publishers.
    public var recipients: Int?
    /// What became of its deliveries; nil where that is not told.
    public var counts: PushDeliveryCounts?
    /// In place of the counts: fewer pushes than this were sent. Nil where the counts are told, and where nothing is.
    public var fewerThan: Int?
    /// Why it was cancelled when it was to begin; nil where it was not.
    public var refusal: String?
    /// When each person is told by their own clock; nil where all are told at once.
    public var startsAtLocal: String?
    /// The time zone of those of whom none is known, by a name of the tz database; with `startsAtLocal`.
    public var timeZone: String?
    /// The name of the series of which it is one; nil for one that came alone.
    public var series: String?
    /// What people did with it, the most frequent first, without what fewer than ten did; nil where it is not told.
    public var interactions: [BaliseInteractionCount]?
    /// Whose it is, for operators and keys that speak for them; nil for other publishers, who see their own alone.
    public var publisher: String?

    /// Makes a body of these members; nil leaves one out.
    public init(
        id: String, kind: String, audience: JSONDetails, startsAt: Date? = nil, expiresAt: Date? = nil, createdAt: Date,
        state: AnnouncementProgress, recipients: Int? = nil, counts: PushDeliveryCounts? = nil, fewerThan: Int? = nil,
        refusal: String? = nil, startsAtLocal: String? = nil, timeZone: String? = nil, series: String? = nil,
        interactions: [BaliseInteractionCount]? = nil, publisher: String? = nil
    ) {
        self.publisher = publisher
        self.series = series
        (self.startsAtLocal, self.timeZone) = (startsAtLocal, timeZone)
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
        self.refusal = refusal
    }

    private enum CodingKeys: String, CodingKey {
        case id, kind, audience, startsAt, expiresAt, createdAt, state, recipients
        case counts = "books"
        case fewerThan, refusal, startsAtLocal, timeZone, series, interactions, publisher
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
