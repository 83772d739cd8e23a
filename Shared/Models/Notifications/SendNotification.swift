/// Sends a notification to its audience. When it is answered it is stored, and continues after a crash. Errors:
/// `invalidRequest`; `forbidden` for a kind or topic that the key may not use; `conflict` for the same idempotency key with
/// another notification; `rateLimited` above the key's rate limit, for too many dry runs in one area, and for too many
/// notifications there that were cancelled or begin together; `unavailable` when preferences, positions or sessions are unknown
/// at the moment.
public struct SendNotification: ServiceRequest, OperatorAct {
    public static let serviceCode = ServiceCode(.push, 102)
    public static var senders: Set<ServiceName> { [.edge, .authSession] }
    /// Counting changes nothing.
    public var isOfOperator: Bool { publisher.isOfOperators && !isDryRun }

    public static let idempotencyKeyBytes = 1...255

    public struct Reply: Codable, Sendable {
        /// Nil for a dry run.
        public var record: NotificationRecord?
        public var recipients: Int?
        public var deliveries: Int?
        /// Of a dry run instead of both counts: there are fewer users than this.
        public var fewerThan: Int?

        enum CodingKeys: Int, CodingKey { case record = 0, recipients, deliveries, fewerThan }

        public init(
            record: NotificationRecord? = nil, recipients: Int? = nil, deliveries: Int? = nil, fewerThan: Int? = nil
        ) {
            (self.record, self.recipients) = (record, recipients)
            (self.deliveries, self.fewerThan) = (deliveries, fewerThan)
        }
    }

    public var notification: OutgoingNotification
    public var publisher: PublisherID
    /// If it is revoked, its scheduled notifications are cancelled.
    public var apiKey: APIKeyID
    public var limits: PublishingLimits?
    /// For a week and each publisher, the same key with the same notification gets the same answer.
    public var idempotencyKey: String?
    public var isDryRun: Bool
    /// Small counts are shown, and dry runs are not limited.
    public var isOperator: Bool?
    /// The key may break through a focus and through silence.
    public var mayInterrupt: Bool?

    enum CodingKeys: Int, CodingKey {
        case notification = 0, publisher, apiKey, limits, idempotencyKey, isDryRun, isOperator, mayInterrupt
    }

    public init(
        notification: OutgoingNotification, publisher: PublisherID, apiKey: APIKeyID, limits: PublishingLimits? = nil,
        idempotencyKey: String? = nil, isDryRun: Bool, isOperator: Bool? = nil, mayInterrupt: Bool? = nil
    ) {
        (self.mayInterrupt, self.notification) = (mayInterrupt, notification)
        (self.publisher, self.apiKey, self.limits) = (publisher, apiKey, limits)
        (self.idempotencyKey, self.isDryRun, self.isOperator) = (idempotencyKey, isDryRun, isOperator)
    }
}
