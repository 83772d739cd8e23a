// A publisher has something told again and again.

/// Makes a series, or puts another one in the place of one of this name: what has not begun comes by the new one.
///
/// Errors: `invalidRequest` for what is out of the rules; `forbidden` for a kind or a topic that the key may not use;
/// `conflict` for more series than a publisher may have.
public struct SetSeries: ServiceRequest, OperatorAct {
    public typealias Reply = SeriesRecord
    public static let service = ServiceName.push
    public static let code = MessageCode(.push, 142)
    public static let isIdempotent = true

    /// What its publisher calls it: `AudienceExpression.isName`.
    public var name: String
    public var series: NotificationSeries
    public var publisher: PublisherID
    /// The key that is shown, by which what it sends in a minute is counted when something begins.
    public var apiKey: APIKeyID
    /// Nil for a key without limits.
    public var limits: PublishingLimits?
    /// As in `Announce`. Nil for no.
    public var isOperator: Bool?
    /// As in `SendNotification`. Nil for no.
    public var mayInterrupt: Bool?

    enum CodingKeys: Int, CodingKey { case name = 0, series, publisher, apiKey, limits, isOperator, mayInterrupt }

    public init(
        name: String, series: NotificationSeries, publisher: PublisherID, apiKey: APIKeyID,
        limits: PublishingLimits? = nil, isOperator: Bool? = nil, mayInterrupt: Bool? = nil
    ) {
        self.name = name
        self.series = series
        self.publisher = publisher
        self.apiKey = apiKey
        self.limits = limits
        self.isOperator = isOperator
        self.mayInterrupt = mayInterrupt
    }
}

extension SetSeries {
    public static var senders: Set<ServiceName> { [.edge, .authSession] }
    public var isOfOperator: Bool { publisher.isOfOperators }
}
