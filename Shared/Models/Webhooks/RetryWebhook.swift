/// Posts abandoned events again as if they were new: with their ids, and for as long as a new one is tried. Without `event`,
/// waiting ones are also posted at once. Errors: `notFound` without a webhook, and for an event that was not abandoned.
public struct RetryWebhook: ServiceRequest, OperatorAct {
    public static let serviceCode = ServiceCode(.push, 160)
    public var audited: AuditedSubject { AuditedSubject(key: key) }

    public struct Reply: Codable, Sendable {
        public var count: Int

        enum CodingKeys: Int, CodingKey { case count = 0 }

        public init(count: Int) { self.count = count }
    }

    public var publisher: PublisherID
    /// Nil for all of the publisher.
    public var event: String?
    /// For the audit log.
    public var key: APIKeyID?

    enum CodingKeys: Int, CodingKey { case publisher = 0, event, key }

    public init(publisher: PublisherID, event: String? = nil, key: APIKeyID? = nil) {
        (self.publisher, self.key, self.event) = (publisher, key, event)
    }
}
