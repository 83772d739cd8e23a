// What is told again and again, as the calls of notifications/series answer it in an envelope.

public import BaliseJSON
public import Foundation

/// What is told again and again, and when.
public struct PublishedSeries: JSONConvertible, Hashable {
    /// What its publisher calls it.
    public var name: String
    /// What it is about.
    public var kind: String
    /// For whom it is.
    public var audience: JSONDetails
    /// A recurrence rule (RFC 5545, section 3.3.10).
    public var rule: String
    /// The first time is not before, by the clock.
    public var startsAtLocal: String
    /// The time zone of the start and of the rule, by a name of the tz database.
    public var timeZone: String
    /// When it was made, or changed last.
    public var changedAt: Date
    /// When the next notification of it begins; nil where none does any more.
    public var nextAt: Date?

    /// Makes a body of these members; nil leaves one out.
    public init(
        name: String, kind: String, audience: JSONDetails, rule: String, startsAtLocal: String, timeZone: String,
        changedAt: Date, nextAt: Date? = nil
    ) {
        self.name = name
        self.kind = kind
        self.audience = audience
        self.rule = rule
        self.startsAtLocal = startsAtLocal
        self.timeZone = timeZone
        self.changedAt = changedAt
        self.nextAt = nextAt
    }
}

/// Series by their names: what GET notifications/series answers, in an envelope.
public struct SeriesPage: JSONConvertible, Hashable {
    /// One page of them; the name of the last one, as `after`, asks for the next.
    public var series: [PublishedSeries]
    /// Whether there are further ones.
    public var hasMore: Bool

    /// Makes a body of these members.
    public init(series: [PublishedSeries], hasMore: Bool) {
        self.series = series
        self.hasMore = hasMore
    }
}
