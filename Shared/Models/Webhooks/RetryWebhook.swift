// An operator has events tried again that were given up.

/// Posts the events of a publisher again that were given up, or one of them, as if they had just happened: each with the id
/// that it had, and for as long as a new one is tried. Without one, those that wait for another try are posted at once as well.
///
/// Errors: `notFound` when the events of the publisher are posted nowhere, and for an event that was not given up.
public struct RetryWebhook: ServiceRequest, OperatorAct {
    public static let service = ServiceName.push
    public static let code = MessageCode(.push, 160)

    /// How many events are tried now.
    public struct Reply: Codable, Sendable {
        public var count: Int

        enum CodingKeys: Int, CodingKey { case count = 0 }

        public init(count: Int) {
            self.count = count
        }
    }

    public var publisher: PublisherID
    /// The event, by its id; nil for all of the publisher.
    public var event: String?
    /// The API key by which its operator has named the publisher, for the audit log.
    public var key: APIKeyID?

    enum CodingKeys: Int, CodingKey { case publisher = 0, event, key }

    public init(publisher: PublisherID, event: String? = nil, key: APIKeyID? = nil) {
        self.publisher = publisher
        self.key = key
        self.event = event
    }
}

extension RetryWebhook {
    public var audited: AuditedSubject { AuditedSubject(key: key) }
}
