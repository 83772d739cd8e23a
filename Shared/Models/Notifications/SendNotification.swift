// A publisher tells people something.

/// Sends a notification to the people of its audience. Once answered it is stored, and goes on after a crash.
///
/// Errors: `invalidRequest` for one out of its rules; `forbidden` for a kind or a topic that the key may not use;
/// `conflict` for a used idempotency key with another notification; `rateLimited` as with `Announce`, and for more in a
/// minute than the key may send; `unavailable` when it cannot be known at the moment what people want.
public struct SendNotification: ServiceRequest, OperatorAct {
    public static let service = ServiceName.push
    public static let code = MessageCode(.push, 102)

    /// The notification as it was taken on, or the count of a dry run.
    public struct Reply: Codable, Sendable {
        /// Nil for a dry run.
        public var record: NotificationRecord?
        /// As in `Announce`.
        public var recipients: Int?
        public var deliveries: Int?
        public var fewerThan: Int?

        enum CodingKeys: Int, CodingKey { case record = 0, recipients, deliveries, fewerThan }

        public init(
            record: NotificationRecord? = nil, recipients: Int? = nil, deliveries: Int? = nil, fewerThan: Int? = nil
        ) {
            self.record = record
            self.recipients = recipients
            self.deliveries = deliveries
            self.fewerThan = fewerThan
        }
    }

    public var notification: OutgoingNotification
    public var publisher: PublisherID
    /// The key that is shown, by which what it sends in a minute is counted.
    public var apiKey: APIKeyID
    /// Nil for a key without limits.
    public var limits: PublishingLimits?
    /// The same key with the same notification gives the same answer again. Counts per publisher, for a week.
    public var idempotencyKey: String?
    /// Whether only to count who would be told.
    public var isDryRun: Bool
    /// As in `Announce`. Nil for no.
    public var isOperator: Bool?
    /// Whether it may break through a focus and through silence. Nil for no.
    public var mayInterrupt: Bool?

    enum CodingKeys: Int, CodingKey {
        case notification = 0, publisher, apiKey, limits, idempotencyKey, isDryRun, isOperator, mayInterrupt
    }

    public init(
        notification: OutgoingNotification, publisher: PublisherID, apiKey: APIKeyID, limits: PublishingLimits? = nil,
        idempotencyKey: String? = nil, isDryRun: Bool, isOperator: Bool? = nil, mayInterrupt: Bool? = nil
    ) {
        self.mayInterrupt = mayInterrupt
        self.notification = notification
        self.publisher = publisher
        self.apiKey = apiKey
        self.limits = limits
        self.idempotencyKey = idempotencyKey
        self.isDryRun = isDryRun
        self.isOperator = isOperator
    }
}

extension SendNotification {
    public static var senders: Set<ServiceName> { [.edge, .authSession] }
    /// Counting changes nothing.
    public var isOfOperator: Bool { publisher.isOfOperators && !isDryRun }
}
