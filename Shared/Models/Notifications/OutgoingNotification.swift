// What a publisher tells people, and what became of it.

/// A notification of any kind, for whomever its publisher means.
public struct OutgoingNotification: Codable, Hashable, Sendable {
    /// One of `NotificationKinds`.
    public var kind: String
    public var audience: AudienceExpression
    public var content: NotificationContent
    /// Nobody is told before; nil for at once.
    public var startsAt: UnixTime?
    /// Nobody is told after; nil for the end of the content's time to live, else 30 days after its begin.
    public var expiresAt: UnixTime?
    /// When each person is told by their own clock; nil where all are told at once, by `startsAt`.
    public var localStart: LocalStart?
    /// A JSON object of at most 4 KiB that says what the page shows to which a tap leads: what it is by `type` and `id`, the
    /// rest as the details of an announcement. Nil for none.
    public var details: String?

    enum CodingKeys: Int, CodingKey { case kind = 0, audience, content, startsAt, expiresAt, localStart, details }

    public init(
        kind: String, audience: AudienceExpression, content: NotificationContent, startsAt: UnixTime? = nil,
        expiresAt: UnixTime? = nil, localStart: LocalStart? = nil, details: String? = nil
    ) {
        self.details = details
        self.kind = kind
        self.audience = audience
        self.content = content
        self.startsAt = startsAt
        self.expiresAt = expiresAt
        self.localStart = localStart
    }
}

/// A notification with its delivery counts.
public struct NotificationRecord: Codable, Hashable, Sendable {
    /// Notifications and announcements have ids out of one set.
    public var id: AnnouncementID
    public var notification: OutgoingNotification
    public var createdAt: UnixTime
    public var state: AnnouncementState
    /// How many people it was for; 0 until that is decided.
    public var recipients: Int
    public var counts: DeliveryCounts
    /// As in `AnnouncementRecord`; nil where the counts are told, and 0 where none is, however large.
    public var fewerThan: Int?
    /// Why it was cancelled when it was to begin, for its publisher to read; nil where it was not.
    public var refusal: String?
    /// The name of the series of which it is one; nil for one that came alone.
    public var series: String?
    /// What people did with it, the most frequent first; nil where that was not asked for, and where it is not told.
    public var interactions: [InteractionCount]?
    /// Whose it is, for operators; nil for publishers, who see their own alone.
    public var publisher: PublisherID?

    enum CodingKeys: Int, CodingKey {
        case id = 0, notification, createdAt, state, recipients, counts, fewerThan, refusal, series, interactions,
            publisher
    }

    public init(
        id: AnnouncementID, notification: OutgoingNotification, createdAt: UnixTime, state: AnnouncementState,
        recipients: Int, counts: DeliveryCounts, fewerThan: Int? = nil, refusal: String? = nil, series: String? = nil,
        interactions: [InteractionCount]? = nil, publisher: PublisherID? = nil
    ) {
        self.publisher = publisher
        self.interactions = interactions
        self.id = id
        self.notification = notification
        self.createdAt = createdAt
        self.state = state
        self.recipients = recipients
        self.counts = counts
        self.fewerThan = fewerThan
        self.refusal = refusal
        self.series = series
    }
}
