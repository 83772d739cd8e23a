// What publishers tell again and again, as an operator sees it.

public import BaliseAPI
public import BaliseJSON
public import Foundation

/// A page of the series of all publishers: what GET /series answers.
public struct OperatorSeriesList: JSONConvertible, Hashable {
    /// In the order of their publishers and names.
    public var series: [OperatorSeries]
    /// What `cursor` is for the next page; nil when this is the last.
    public var nextCursor: String?

    /// Makes a body of these members; nil leaves one out.
    public init(series: [OperatorSeries], nextCursor: String? = nil) {
        self.series = series
        self.nextCursor = nextCursor
    }

    /// The parameters of the query.
    public enum Parameter: String, CaseIterable, Sendable {
        /// How many, of `ListSeries.limits`.
        case limit
        /// The `nextCursor` of the page before.
        case cursor
    }
}

/// A series, and whose it is.
public struct OperatorSeries: JSONConvertible, Hashable {
    /// Whose it is; `operator` for one of the operators.
    public var publisher: String
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
    /// The IANA time zone of the start and of the rule.
    public var timeZone: String
    /// When it was made, or changed last.
    public var changedAt: Date
    /// When the next notification of it begins; nil where none does any more.
    public var nextAt: Date?

    /// Makes a body of these members; nil leaves one out.
    public init(
        publisher: String, name: String, kind: String, audience: JSONDetails, rule: String, startsAtLocal: String,
        timeZone: String, changedAt: Date, nextAt: Date? = nil
    ) {
        self.publisher = publisher
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
