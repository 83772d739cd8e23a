/// A notification that repeats by a rule. Each occurrence is a notification of its own.
public struct NotificationSeries: Codable, Hashable, Sendable {
    public var kind: String
    public var audience: AudienceExpression
    public var content: NotificationContent
    /// The recurrence rule (RFC 5545, section 3.3.10).
    public var rule: String
    /// The local time before which no occurrence begins.
    public var start: LocalMoment
    /// The IANA time zone of the start and of the rule.
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
    /// When the series was created or last changed.
    public var changedAt: UnixTime
    /// When the next occurrence begins; nil if the series is over.
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

/// Creates or replaces a series. The change applies to every occurrence that has not begun. Errors: `invalidRequest`;
/// `forbidden` for a kind or a topic that the key may not use; `conflict` above the limit of series for a publisher.
public struct SetSeries: ServiceRequest, OperatorAct, IdempotentRequest {
    public typealias Reply = SeriesRecord
    public static let serviceCode = ServiceCode(.push, 142)
    public static var senders: Set<ServiceName> { [.edge, .authSession] }
    public var isOfOperator: Bool { publisher.isOfOperators }
    public var audited: AuditedSubject { AuditedSubject(series: name, of: publisher) }

    /// The series' name, which must follow `AudienceExpression.isName`.
    public var name: String
    public var series: NotificationSeries
    public var publisher: PublisherID
    /// The API key whose rate limit counts each occurrence at its start.
    public var apiKey: APIKeyID
    public var limits: PublishingLimits?
    public var isOperator: Bool?
    public var mayInterrupt: Bool?

    enum CodingKeys: Int, CodingKey { case name = 0, series, publisher, apiKey, limits, isOperator, mayInterrupt }

    public init(
        name: String, series: NotificationSeries, publisher: PublisherID, apiKey: APIKeyID,
        limits: PublishingLimits? = nil, isOperator: Bool? = nil, mayInterrupt: Bool? = nil
    ) {
        (self.name, self.series, self.publisher, self.apiKey) = (name, series, publisher, apiKey)
        (self.limits, self.isOperator, self.mayInterrupt) = (limits, isOperator, mayInterrupt)
    }
}

/// Reads a series. Errors: `notFound`.
public struct GetSeries: RequestFromEdge, IdempotentRequest {
    public typealias Reply = SeriesRecord
    public static let serviceCode = ServiceCode(.push, 143)

    public var name: String
    public var publisher: PublisherID

    enum CodingKeys: Int, CodingKey { case name = 0, publisher }

    public init(name: String, of publisher: PublisherID) { (self.name, self.publisher) = (name, publisher) }
}

/// Lists the series of a publisher, sorted by name, or of all publishers, sorted by publisher and name.
public struct ListSeries: RequestFromEdge, IdempotentRequest {
    public static let serviceCode = ServiceCode(.push, 144)

    /// The allowed sizes of a page. They are small, because each series can contain a thousand accounts.
    public static let limits = 1...20

    public struct Reply: Codable, Sendable {
        public var series: [SeriesRecord]
        public var hasMore: Bool

        enum CodingKeys: Int, CodingKey { case series = 0, hasMore }

        public init(series: [SeriesRecord], hasMore: Bool) { (self.series, self.hasMore) = (series, hasMore) }
    }

    /// The name after which the page begins; nil for the first page.
    public var after: String?
    public var limit: Int
    /// The publisher whose series to list; nil for an operator, who sees all series.
    public var publisher: PublisherID?
    public var afterPublisher: PublisherID?

    enum CodingKeys: Int, CodingKey { case after = 0, limit, publisher, afterPublisher }

    public init(after: String? = nil, afterPublisher: PublisherID? = nil, limit: Int, of publisher: PublisherID?) {
        (self.after, self.limit) = (after, limit)
        (self.publisher, self.afterPublisher) = (publisher, afterPublisher)
    }
}

/// Deletes a series. Occurrences that have begun continue as notifications of their own. Errors: `notFound`.
public struct EndSeries: ServiceRequest, OperatorAct {
    public static let serviceCode = ServiceCode(.push, 145)
    public static var senders: Set<ServiceName> { [.edge, .authSession] }
    public var isOfOperator: Bool { publisher.isOfOperators }
    public var audited: AuditedSubject { AuditedSubject(series: name, of: publisher) }

    public var name: String
    public var publisher: PublisherID

    enum CodingKeys: Int, CodingKey { case name = 0, publisher }

    public init(name: String, of publisher: PublisherID) { (self.name, self.publisher) = (name, publisher) }
}

extension AuditedSubject {
    /// A series by its publisher and its name, unless the name breaks the rules for names.
    fileprivate init(series name: String, of publisher: PublisherID) {
        self.init(name: AudienceExpression.isName(name) ? "\(publisher.text)/\(name)" : nil)
    }
}
