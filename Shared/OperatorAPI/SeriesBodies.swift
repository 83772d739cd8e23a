public import BaliseAPI
public import BaliseJSON
public import Foundation

/// A page of the series of all publishers: the answer of GET /series.
public struct OperatorSeriesList: JSONConvertible, Hashable {
    /// Sorted by publisher and name.
    public var series: [OperatorSeries]
    /// The `cursor` of the next page; nil on the last.
    public var nextCursor: String?

    public init(series: [OperatorSeries], nextCursor: String? = nil) {
        self.series = series
        self.nextCursor = nextCursor
    }

    public enum Parameter: String, CaseIterable, Sendable {
        /// The page size, one of `ListSeries.limits`.
        case limit
        case cursor
    }
}

/// A series of any publisher as operators see it: an item in the answer of GET /series.
public struct OperatorSeries: JSONConvertible, Hashable {
    /// `operator` for a series of the operators.
    public var publisher: String
    public var name: String
    public var kind: String
    /// Nil for a form that this version does not know.
    public var audience: AudienceExpression?
    /// A recurrence rule (RFC 5545, section 3.3.10).
    public var rule: String
    /// No occurrence begins before this local time.
    public var startsAtLocal: String
    /// The IANA time zone of the start and of the rule.
    public var timeZone: String
    public var changedAt: Date
    /// When the next notification begins; nil if the series is over.
    public var nextAt: Date?

    public init(
        publisher: String, name: String, kind: String, audience: AudienceExpression?, rule: String,
        startsAtLocal: String,
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
