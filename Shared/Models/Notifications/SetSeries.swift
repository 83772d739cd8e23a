/// Creates or replaces a series. The new definition applies to every occurrence that has not begun. Errors: `invalidRequest`;
/// `forbidden` for a kind or a topic that the key may not use; `conflict` above the limit of series for a publisher.
public struct SetSeries: ServiceRequest, OperatorAct, IdempotentRequest {
    public typealias Reply = SeriesRecord
    public static let serviceCode = ServiceCode(.push, 142)
    public static var senders: Set<ServiceName> { [.edge, .authSession] }
    public var isOfOperator: Bool { publisher.isOfOperators }

    /// See `AudienceExpression.isName`.
    public var name: String
    public var series: NotificationSeries
    public var publisher: PublisherID
    /// Its rate limit counts each occurrence at its start.
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
