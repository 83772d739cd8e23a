/// A notification that repeats by a rule. Each occurrence is a notification of its own.
public struct NotificationSeries: Codable, Hashable, Sendable {
    public var kind: String
    public var audience: AudienceExpression
    public var content: NotificationContent
    /// RFC 5545, section 3.3.10.
    public var rule: String
    /// No occurrence begins before it.
    public var start: LocalMoment
    /// IANA, of the start and of the rule.
    public var timeZone: String

    enum CodingKeys: Int, CodingKey { case kind = 0, audience, content, rule, start, timeZone }

    public init(
        kind: String, audience: AudienceExpression, content: NotificationContent, rule: String, start: LocalMoment,
        timeZone: String
    ) {
        (self.kind, self.audience, self.content) = (kind, audience, content)
        (self.rule, self.start, self.timeZone) = (rule, start, timeZone)
    }

    public static let maximumRuleBytes = 1024
    public static let maximumOfPublisher = 1000
}

/// A stored series of notifications: push's answer about a series to publishers and operators.
public struct SeriesRecord: Codable, Hashable, Sendable {
    public var name: String
    public var series: NotificationSeries
    /// When it was created or last changed.
    public var changedAt: UnixTime
    /// Nil if the series is over.
    public var nextAt: UnixTime?
    public var publisher: PublisherID?

    enum CodingKeys: Int, CodingKey { case name = 0, series, changedAt, nextAt, publisher }

    public init(
        name: String, series: NotificationSeries, changedAt: UnixTime, nextAt: UnixTime?,
        publisher: PublisherID? = nil
    ) {
        (self.publisher, self.name, self.series) = (publisher, name, series)
        (self.changedAt, self.nextAt) = (changedAt, nextAt)
    }
}
