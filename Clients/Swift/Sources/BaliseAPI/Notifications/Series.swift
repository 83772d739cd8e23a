public import BaliseJSON
public import Foundation

/// A series of notifications: the body of PUT notifications/series/{name}.
public struct SetSeriesRequest: JSONBounded, Hashable {
    /// The kind, as in `SendNotificationRequest`.
    public var kind: String
    /// The audience, as in `SendNotificationRequest`. It is determined anew for each occurrence.
    public var audience: AudienceExpression
    /// The content of each occurrence.
    public var content: NotificationContent
    /// A recurrence rule (RFC 5545, section 3.3.10) such as `FREQ=WEEKLY;BYDAY=MO;BYHOUR=9;BYMINUTE=0`. It may contain
    /// the parts FREQ, INTERVAL, COUNT, UNTIL, BYDAY, BYMONTHDAY, BYMONTH, BYHOUR, BYMINUTE and WKST.
    public var rule: String
    /// The local time of the earliest occurrence, such as `2026-12-24T18:00`. It supplies missing parts of the rule.
    public var startsAtLocal: String
    /// The time zone of the start and of the rule, by its name in the tz database.
    public var timeZone: String

    public init(
        kind: String, audience: AudienceExpression, content: NotificationContent, rule: String, startsAtLocal: String,
        timeZone: String
    ) {
        (self.kind, self.audience, self.content) = (kind, audience, content)
        (self.rule, self.startsAtLocal, self.timeZone) = (rule, startsAtLocal, timeZone)
    }

    /// The allowed number of characters of a rule.
    public static let ruleLengths = 1...1024

    private enum CodingKeys: CodingKey { case kind, audience, content, rule, startsAtLocal, timeZone }

    public static let bounds: [TextBound<SetSeriesRequest>] = [
        TextBound(CodingKeys.kind, SendNotificationRequest.kindLengths) { $0.kind },
        TextBound(CodingKeys.rule, ruleLengths) { $0.rule },
        TextBound(CodingKeys.startsAtLocal, SendNotificationRequest.localTimeLengths) { $0.startsAtLocal },
        TextBound(CodingKeys.timeZone, SendNotificationRequest.timeZoneLengths) { $0.timeZone },
    ]
}

/// A series of notifications: the answer of the calls under notifications/series, in an envelope.
public struct PublishedSeries: JSONConvertible, Hashable {
    /// The publisher's name for the series.
    public var name: String
    /// The kind of the series' notifications.
    public var kind: String
    /// The audience; nil if this version does not know its form.
    public var audience: AudienceExpression?
    /// The recurrence rule (RFC 5545, section 3.3.10).
    public var rule: String
    /// The local time before which no occurrence begins.
    public var startsAtLocal: String
    /// The time zone of the start and of the rule, by its name in the tz database.
    public var timeZone: String
    /// When the series was created or last changed.
    public var changedAt: Date
    /// When the next notification begins; nil if the series is over.
    public var nextAt: Date?

    public init(
        name: String, kind: String, audience: AudienceExpression?, rule: String, startsAtLocal: String,
        timeZone: String, changedAt: Date, nextAt: Date? = nil
    ) {
        (self.name, self.kind) = (name, kind)
        (self.audience, self.rule, self.startsAtLocal) = (audience, rule, startsAtLocal)
        (self.timeZone, self.changedAt, self.nextAt) = (timeZone, changedAt, nextAt)
    }
}

/// A page of series, sorted by name: the answer of GET notifications/series in an envelope.
public struct SeriesPage: JSONConvertible, Hashable {
    /// The series of this page. For the next page, pass the name of the last series as `after`.
    public var series: [PublishedSeries]
    /// Whether more series follow.
    public var hasMore: Bool

    public init(series: [PublishedSeries], hasMore: Bool) { (self.series, self.hasMore) = (series, hasMore) }
}
