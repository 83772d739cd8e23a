/// Sends an announcement to the users who want it. When it is answered it is stored, and continues after a crash.
///
/// Errors: `invalidRequest` for an invalid announcement; `forbidden` for a key without the right; `conflict` for the
/// same idempotency key with another announcement; `rateLimited` for too many dry runs in one area, and for too many
/// announcements there that were cancelled or begin together; `unavailable` when preferences, positions or sessions are
/// unknown at the moment.
public struct Announce: ServiceRequest, OperatorAct {
    public static let service = ServiceName.push
    public static let code = MessageCode(.push, 5)

    /// The allowed sizes of an idempotency key.
    public static let idempotencyKeyBytes = 1...255

    public struct Reply: Codable, Sendable {
        /// Nil for a dry run.
        public var record: AnnouncementRecord?
        /// Of a dry run: the number of users.
        public var recipients: Int?
        /// Of a dry run: the number of deliveries.
        public var deliveries: Int?
        /// Of a dry run, replaces both counts: there are fewer users than this.
        public var fewerThan: Int?

        enum CodingKeys: Int, CodingKey { case record = 0, recipients, deliveries, fewerThan }

        public init(
            record: AnnouncementRecord? = nil, recipients: Int? = nil, deliveries: Int? = nil, fewerThan: Int? = nil
        ) {
            self.record = record
            self.recipients = recipients
            self.deliveries = deliveries
            self.fewerThan = fewerThan
        }
    }

    public var announcement: Announcement
    public var publisher: PublisherID
    /// The same key with the same announcement gets the same answer for a week, separately for each publisher.
    public var idempotencyKey: String?
    /// Whether to only count the recipients.
    public var isDryRun: Bool
    /// Whether an operator asks: small counts are shown, and dry runs are not limited. Nil for no.
    public var isOperator: Bool?
    /// The caller's API key. If it is revoked, its scheduled announcements are cancelled. Nil for an operator.
    public var apiKey: APIKeyID?
    /// The key's publishing limits; nil for none.
    public var limits: PublishingLimits?

    enum CodingKeys: Int, CodingKey {
        case announcement = 0, publisher, idempotencyKey, isDryRun, isOperator, apiKey, limits
    }

    public init(
        announcement: Announcement, publisher: PublisherID, idempotencyKey: String? = nil, isDryRun: Bool,
        isOperator: Bool? = nil, apiKey: APIKeyID? = nil, limits: PublishingLimits? = nil
    ) {
        self.apiKey = apiKey
        self.limits = limits
        self.isOperator = isOperator
        self.announcement = announcement
        self.publisher = publisher
        self.idempotencyKey = idempotencyKey
        self.isDryRun = isDryRun
    }
}

extension Announce {
    public static var senders: Set<ServiceName> { [.edge, .authSession] }
    /// Counting changes nothing.
    public var isOfOperator: Bool { publisher.isOfOperators && !isDryRun }
}
