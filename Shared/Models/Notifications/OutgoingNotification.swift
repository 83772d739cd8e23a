/// A notification of any kind with its audience.
public struct OutgoingNotification: Codable, Hashable, Sendable {
    /// One of `NotificationKinds`.
    public var kind: String
    public var audience: AudienceExpression
    public var content: NotificationContent
    /// No user is notified before this time; nil for at once.
    public var startsAt: UnixTime?
    /// No user is notified after this time; nil for the end of the content's time to live, or 30 days after the start.
    public var expiresAt: UnixTime?
    /// The time by each user's own clock; nil if all users are notified at `startsAt`.
    public var localStart: LocalStart?
    /// A JSON object of at most 4 KiB for the page that a tap opens. An announcement's has further members for the app's lists;
    /// push reads them only for searches. That of any other notification has `type` and `id` as well. Nil for none.
    public var details: String?
    /// What an announcement is about, with its texts; nil for any other notification.
    public var announcement: Announcement?

    enum CodingKeys: Int, CodingKey {
        case kind = 0, audience, content, startsAt, expiresAt, localStart, details, announcement
    }

    public init(
        kind: String, audience: AudienceExpression, content: NotificationContent, startsAt: UnixTime? = nil,
        expiresAt: UnixTime? = nil, localStart: LocalStart? = nil, details: String? = nil,
        announcement: Announcement? = nil
    ) {
        self.announcement = announcement
        self.details = details
        self.kind = kind
        self.audience = audience
        self.content = content
        self.startsAt = startsAt
        self.expiresAt = expiresAt
        self.localStart = localStart
    }
}

/// A stored notification with its progress and its delivery counts.
public struct NotificationRecord: Codable, Hashable, Sendable {
    public var id: NotificationID
    public var notification: OutgoingNotification
    public var createdAt: UnixTime
    public var state: NotificationState
    /// 0 before the audience is determined.
    public var recipients: Int
    public var counts: DeliveryCounts
    /// Set if there were fewer users than this, and 0 if no counts are given whatever their size. `recipients` and
    /// `counts` are then empty, because a small count could reveal where a user is. Nil if the counts are given.
    public var fewerThan: Int?
    /// The reason for its cancellation at its start, for the publisher; nil if that did not happen.
    public var refusal: String?
    /// The name of its series; nil if it belongs to none.
    public var series: String?
    /// The users' interactions, the most frequent first; nil if not requested or withheld.
    public var interactions: [InteractionCount]?
    /// Set for operators; nil for publishers, who see only their own.
    public var publisher: PublisherID?

    enum CodingKeys: Int, CodingKey {
        case id = 0, notification, createdAt, state, recipients, counts, fewerThan, refusal, series, interactions,
            publisher
    }

    public init(
        id: NotificationID, notification: OutgoingNotification, createdAt: UnixTime, state: NotificationState,
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
