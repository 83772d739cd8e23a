/// A notification of any kind as its publisher sends it, with its audience and content.
public struct OutgoingNotification: Codable, Hashable, Sendable {
    /// The name of one of the `NotificationKinds`.
    public var kind: String
    public var audience: AudienceExpression
    public var content: NotificationContent
    /// When the notification begins; nil to begin at once.
    public var startsAt: UnixTime?
    /// When the notification expires; nil for the end of the content's time to live, or 30 days after the start.
    public var expiresAt: UnixTime?
    /// The time on each user's own clock at which the user is notified; nil if all users are notified at `startsAt`.
    public var localStart: LocalStart?
    /// A JSON object of at most 4 KiB for the page that a tap opens. In an announcement it has members for the app's
    /// lists, which the push service reads only for searches. In any other notification it must have `type` and `id`.
    public var details: String?
    /// The part that only announcements have; nil for any other notification.
    public var announcement: Announcement?

    enum CodingKeys: Int, CodingKey {
        case kind = 0, audience, content, startsAt, expiresAt, localStart, details, announcement
    }

    public init(
        kind: String, audience: AudienceExpression, content: NotificationContent, startsAt: UnixTime? = nil,
        expiresAt: UnixTime? = nil, localStart: LocalStart? = nil, details: String? = nil,
        announcement: Announcement? = nil
    ) {
        (self.announcement, self.details, self.kind) = (announcement, details, kind)
        (self.audience, self.content, self.startsAt) = (audience, content, startsAt)
        (self.expiresAt, self.localStart) = (expiresAt, localStart)
    }
}

/// A stored notification with its progress and its delivery counts.
public struct NotificationRecord: Codable, Hashable, Sendable {
    public var id: NotificationID
    public var notification: OutgoingNotification
    public var createdAt: UnixTime
    public var state: NotificationState
    /// The number of recipients; 0 before the audience is determined.
    public var recipients: Int
    public var counts: DeliveryCounts
    /// Replaces hidden counts: there were fewer users than this number; 0 if no counts are given, whatever their size.
    /// `recipients` and `counts` are then empty, as a small count could reveal a place. Nil if the counts are given.
    public var fewerThan: Int?
    /// Why the notification could not start, for its publisher; nil if it was not refused.
    public var refusal: String?
    public var series: String?
    /// The users' interactions, the most frequent first; nil if they were not requested or are withheld.
    public var interactions: [InteractionCount]?
    /// The publisher, for operators; nil for publishers, who see only their own notifications.
    public var publisher: PublisherID?
    /// Why deliveries were not sent, the most frequent reason first, for operators; nil if not requested, or without
    /// reasons.
    public var reasons: [DeliveryReasonCount]?

    enum CodingKeys: Int, CodingKey {
        case id = 0, notification, createdAt, state, recipients, counts, fewerThan, refusal, series, interactions,
            publisher, reasons
    }

    public init(
        id: NotificationID, notification: OutgoingNotification, createdAt: UnixTime, state: NotificationState,
        recipients: Int, counts: DeliveryCounts, fewerThan: Int? = nil, refusal: String? = nil, series: String? = nil,
        interactions: [InteractionCount]? = nil, publisher: PublisherID? = nil, reasons: [DeliveryReasonCount]? = nil
    ) {
        (self.publisher, self.interactions, self.reasons) = (publisher, interactions, reasons)
        (self.id, self.notification, self.createdAt) = (id, notification, createdAt)
        (self.state, self.recipients, self.counts) = (state, recipients, counts)
        (self.fewerThan, self.refusal, self.series) = (fewerThan, refusal, series)
    }
}
