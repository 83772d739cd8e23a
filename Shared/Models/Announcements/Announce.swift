// A publisher announces something.

/// Sends an announcement to the people who want to hear of it. Once answered it is stored, and goes on after a crash.
///
/// Errors: `invalidRequest` for an announcement out of its rules; `forbidden` for a key that may not make it; `conflict` for a used idempotency key with another
/// announcement; `rateLimited` for too many dry runs around one place, and for too many announcements that were taken
/// back there or begin together; `unavailable` when it cannot be known at the moment what people want, where they are,
/// or who is signed in.
public struct Announce: ServiceRequest, OperatorAct {
    public static let service = ServiceName.push
    public static let code = MessageCode(.push, 5)

    /// How many bytes an idempotency key has.
    public static let idempotencyKeyBytes = 1...255

    /// The announcement as it was taken on, or the count of a dry run.
    public struct Reply: Codable, Sendable {
        /// Nil for a dry run.
        public var record: AnnouncementRecord?
        /// How many people would be told, of a dry run.
        public var recipients: Int?
        /// How many deliveries there would be, of a dry run.
        public var deliveries: Int?
        /// In place of both counts of a dry run: there are fewer people than this, and not told how many.
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
    /// The same key with the same announcement gives the same answer again. Counts per publisher, for a week.
    public var idempotencyKey: String?
    /// Whether only to count who would be told.
    public var isDryRun: Bool
    /// Whether it asks in an operator's name: small counts are told, and dry runs are not bounded. Nil for no.
    public var isOperator: Bool?
    /// The key that is shown, with which what it has planned ends; nil for an operator.
    public var apiKey: APIKeyID?
    /// What the key may publish; nil for one without limits.
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
