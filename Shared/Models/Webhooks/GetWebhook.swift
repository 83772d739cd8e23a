/// Returns a publisher's webhook, without the secret. Errors: `notFound` without a webhook.
public struct GetWebhook: RequestFromEdge, IdempotentRequest {
    public static let serviceCode = ServiceCode(.push, 130)

    /// The most failed events that are shown.
    public static let maximumFailures = 100

    public var publisher: PublisherID

    enum CodingKeys: Int, CodingKey { case publisher = 0 }

    public init(publisher: PublisherID) { self.publisher = publisher }

    public struct Reply: Codable, Sendable {
        public var url: String
        public var createdAt: UnixTime
        /// Nil for never.
        public var deliveredAt: UnixTime?
        public var waiting: Int
        /// The failure of the first waiting event; nil if it was not tried yet.
        public var problem: String?
        public var problemAt: UnixTime?
        public var attempts: Int?
        public var nextAt: UnixTime?
        /// Abandoned events, the latest first.
        public var failures: [FailedWebhookEvent]

        enum CodingKeys: Int, CodingKey {
            case url = 0, createdAt, deliveredAt, waiting, problem, failures, problemAt, attempts, nextAt
        }

        public init(
            url: String, createdAt: UnixTime, deliveredAt: UnixTime? = nil, waiting: Int, problem: String? = nil,
            problemAt: UnixTime? = nil, attempts: Int? = nil, nextAt: UnixTime? = nil, failures: [FailedWebhookEvent]
        ) {
            (self.url, self.createdAt, self.deliveredAt) = (url, createdAt, deliveredAt)
            (self.waiting, self.problem, self.problemAt) = (waiting, problem, problemAt)
            (self.attempts, self.nextAt, self.failures) = (attempts, nextAt, failures)
        }
    }
}

/// Push no longer tries to deliver it. An operator can retry it.
public struct FailedWebhookEvent: Codable, Hashable, Sendable {
    /// The value of `webhook-id`.
    public var id: String
    public var type: String
    public var createdAt: UnixTime
    public var attempts: Int
    public var reason: String
    public var at: UnixTime

    enum CodingKeys: Int, CodingKey { case id = 0, type, createdAt, attempts, reason, at }

    public init(id: String, type: String, createdAt: UnixTime, attempts: Int, reason: String, at: UnixTime) {
        (self.id, self.type, self.createdAt) = (id, type, createdAt)
        (self.attempts, self.reason, self.at) = (attempts, reason, at)
    }
}
