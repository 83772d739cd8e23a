// An operator asks where a publisher's events are posted, and what of them failed.

/// Gives where the events of a publisher are posted, and how that goes. The secret is shown to nobody.
///
/// Errors: `notFound` when they are posted nowhere.
public struct GetWebhook: RequestFromEdge {
    public static let service = ServiceName.push
    public static let code = MessageCode(.push, 130)
    public static let isIdempotent = true

    /// The most failed events that are shown.
    public static let maximumFailures = 100

    public var publisher: PublisherID

    enum CodingKeys: Int, CodingKey { case publisher = 0 }

    public init(publisher: PublisherID) {
        self.publisher = publisher
    }

    public struct Reply: Codable, Sendable {
        public var url: String
        public var createdAt: UnixTime
        /// When an event was last taken there; nil for never.
        public var deliveredAt: UnixTime?
        /// How many events wait.
        public var waiting: Int
        /// Why the first of those that wait was not taken; nil where it has not been tried.
        public var problem: String?
        /// When that was.
        public var problemAt: UnixTime?
        /// How often it has been tried.
        public var attempts: Int?
        /// When it is tried next.
        public var nextAt: UnixTime?
        /// Events that were given up, the latest first.
        public var failures: [FailedWebhookEvent]

        enum CodingKeys: Int, CodingKey {
            case url = 0, createdAt, deliveredAt, waiting, problem, failures, problemAt, attempts, nextAt
        }

        public init(
            url: String, createdAt: UnixTime, deliveredAt: UnixTime? = nil, waiting: Int, problem: String? = nil,
            problemAt: UnixTime? = nil, attempts: Int? = nil, nextAt: UnixTime? = nil, failures: [FailedWebhookEvent]
        ) {
            self.url = url
            self.createdAt = createdAt
            self.deliveredAt = deliveredAt
            self.waiting = waiting
            self.problem = problem
            self.problemAt = problemAt
            self.attempts = attempts
            self.nextAt = nextAt
            self.failures = failures
        }
    }
}

/// An event that was given up.
public struct FailedWebhookEvent: Codable, Hashable, Sendable {
    /// As in `webhook-id`.
    public var id: String
    public var type: String
    public var createdAt: UnixTime
    public var attempts: Int
    public var reason: String
    /// When it was given up.
    public var at: UnixTime

    enum CodingKeys: Int, CodingKey { case id = 0, type, createdAt, attempts, reason, at }

    public init(id: String, type: String, createdAt: UnixTime, attempts: Int, reason: String, at: UnixTime) {
        self.id = id
        self.type = type
        self.createdAt = createdAt
        self.attempts = attempts
        self.reason = reason
        self.at = at
    }
}
