// Notifications that come again and again.

/// What comes again, and when. Each time is a notification of its own.
public struct NotificationSeries: Codable, Hashable, Sendable {
    public var kind: String
    public var audience: AudienceExpression
    public var content: NotificationContent
    /// A recurrence rule (RFC 5545, section 3.3.10).
    public var rule: String
    /// The first one does not come before.
    public var start: LocalMoment
    /// The IANA time zone of the start and of the rule.
    public var timeZone: String

    enum CodingKeys: Int, CodingKey { case kind = 0, audience, content, rule, start, timeZone }

    public init(
        kind: String, audience: AudienceExpression, content: NotificationContent, rule: String, start: LocalMoment,
        timeZone: String
    ) {
        self.kind = kind
        self.audience = audience
        self.content = content
        self.rule = rule
        self.start = start
        self.timeZone = timeZone
    }

    /// How many bytes a rule has at most.
    public static let maximumRuleBytes = 1024
    /// How many series a publisher has at most.
    public static let maximumOfPublisher = 1000
}

/// A series as it is kept.
public struct SeriesRecord: Codable, Hashable, Sendable {
    /// What its publisher calls it.
    public var name: String
    public var series: NotificationSeries
    /// When it was made, or changed last.
    public var changedAt: UnixTime
    /// When the next one begins; nil where none comes any more.
    public var nextAt: UnixTime?
    /// Whose it is, where those of all publishers are listed; else nil.
    public var publisher: PublisherID?

    enum CodingKeys: Int, CodingKey { case name = 0, series, changedAt, nextAt, publisher }

    public init(
        name: String, series: NotificationSeries, changedAt: UnixTime, nextAt: UnixTime?,
        publisher: PublisherID? = nil
    ) {
        self.publisher = publisher
        self.name = name
        self.series = series
        self.changedAt = changedAt
        self.nextAt = nextAt
    }
}
