/// Sets the address to which events are posted: `notification.sent`, `notification.opened` and `token.gone`, signed
/// with a secret (https://www.standardwebhooks.com). It replaces the previous address, also for waiting events. Errors:
/// `invalidRequest` for an address that is neither https nor on this machine, and for a malformed secret.
public struct SetWebhook: ServiceRequest, OperatorAct, IdempotentRequest {
    public static let serviceCode = ServiceCode(.push, 128)
    public var audited: AuditedSubject { AuditedSubject(key: key) }

    public var publisher: PublisherID
    public var url: String
    /// The signing secret: `whsec_` and base64 of 24 to 64 bytes.
    public var secret: SecretText
    /// The API key that the audit log names.
    public var key: APIKeyID?

    enum CodingKeys: Int, CodingKey { case publisher = 0, url, secret, key }

    public init(publisher: PublisherID, url: String, secret: SecretText, key: APIKeyID? = nil) {
        (self.publisher, self.key, self.url, self.secret) = (publisher, key, url, secret)
    }
}

/// Returns a publisher's webhook, without the secret. Errors: `notFound` if the publisher has no webhook.
public struct GetWebhook: RequestFromEdge, IdempotentRequest {
    public static let serviceCode = ServiceCode(.push, 130)

    /// The largest number of failed events that are shown.
    public static let maximumFailures = 100

    public var publisher: PublisherID

    enum CodingKeys: Int, CodingKey { case publisher = 0 }

    public init(publisher: PublisherID) { self.publisher = publisher }

    public struct Reply: Codable, Sendable {
        public var url: String
        public var createdAt: UnixTime
        /// When an event was last delivered; nil if no event was delivered.
        public var deliveredAt: UnixTime?
        public var waiting: Int
        /// The failure of the next event that will be tried again; nil if no waiting event has failed.
        public var problem: String?
        public var problemAt: UnixTime?
        public var attempts: Int?
        public var nextAt: UnixTime?
        /// The events that the push service gave up, the latest first.
        public var failures: [FailedWebhookEvent]
        /// Since when the webhook is paused; nil if its events are posted.
        public var pausedAt: UnixTime?
        /// The last attempts to post an event, the latest first; nil from a service of an earlier version.
        public var deliveries: [WebhookDelivery]?

        enum CodingKeys: Int, CodingKey {
            case url = 0, createdAt, deliveredAt, waiting, problem, failures, problemAt, attempts, nextAt, pausedAt,
                deliveries
        }

        public init(
            url: String, createdAt: UnixTime, deliveredAt: UnixTime? = nil, waiting: Int, problem: String? = nil,
            problemAt: UnixTime? = nil, attempts: Int? = nil, nextAt: UnixTime? = nil, failures: [FailedWebhookEvent],
            pausedAt: UnixTime? = nil, deliveries: [WebhookDelivery]? = nil
        ) {
            (self.url, self.createdAt, self.deliveredAt) = (url, createdAt, deliveredAt)
            (self.waiting, self.problem, self.problemAt) = (waiting, problem, problemAt)
            (self.attempts, self.nextAt, self.failures) = (attempts, nextAt, failures)
            (self.pausedAt, self.deliveries) = (pausedAt, deliveries)
        }
    }
}

/// One attempt to post an event to a webhook.
public struct WebhookDelivery: Codable, Hashable, Sendable {
    /// The event's id, the value of the header `webhook-id`.
    public var id: String
    public var type: String
    public var at: UnixTime
    /// How long the receiver took to answer.
    public var milliseconds: Int
    /// Why the event was not accepted; nil if the receiver accepted it.
    public var problem: String?

    enum CodingKeys: Int, CodingKey { case id = 0, type, at, milliseconds, problem }

    public init(id: String, type: String, at: UnixTime, milliseconds: Int, problem: String? = nil) {
        (self.id, self.type, self.at) = (id, type, at)
        (self.milliseconds, self.problem) = (milliseconds, problem)
    }
}

/// Pauses or resumes a publisher's webhook. Events wait while it is paused. After that they are posted as if they were
/// new. Errors: `notFound` if the publisher has no webhook.
public struct ChangeWebhook: ServiceRequest, OperatorAct, IdempotentRequest {
    public static let serviceCode = ServiceCode(.push, 162)
    public var audited: AuditedSubject { AuditedSubject(key: key, name: isPaused ? "paused" : "resumed") }

    public var publisher: PublisherID
    public var isPaused: Bool
    /// The API key that the audit log names.
    public var key: APIKeyID?

    enum CodingKeys: Int, CodingKey { case publisher = 0, isPaused, key }

    public init(publisher: PublisherID, isPaused: Bool, key: APIKeyID? = nil) {
        (self.publisher, self.isPaused, self.key) = (publisher, isPaused, key)
    }
}

/// Posts an event of the type `webhook.test` to a publisher's webhook, also to a paused one, and returns what the
/// receiver answered. It is not tried again. Errors: `notFound` if the publisher has no webhook.
public struct TestWebhook: ServiceRequest, OperatorAct {
    public typealias Reply = WebhookDelivery
    public static let serviceCode = ServiceCode(.push, 163)
    public var audited: AuditedSubject { AuditedSubject(key: key) }

    public var publisher: PublisherID
    /// The API key that the audit log names.
    public var key: APIKeyID?

    enum CodingKeys: Int, CodingKey { case publisher = 0, key }

    public init(publisher: PublisherID, key: APIKeyID? = nil) { (self.publisher, self.key) = (publisher, key) }
}

/// An event that the push service no longer tries to deliver. An operator can retry it.
public struct FailedWebhookEvent: Codable, Hashable, Sendable {
    /// The event's id, the value of the header `webhook-id` in each attempt.
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

/// Removes a webhook with its waiting and failed events. An operator sends this; auth-session sends it when the
/// publisher has no valid key any more. Errors: `notFound` if the publisher has no webhook.
public struct RemoveWebhook: ServiceRequest, OperatorAct {
    public static let serviceCode = ServiceCode(.push, 129)
    public var audited: AuditedSubject { AuditedSubject(key: key) }

    public var publisher: PublisherID
    /// The API key that the audit log names.
    public var key: APIKeyID?

    enum CodingKeys: Int, CodingKey { case publisher = 0, key }

    public init(publisher: PublisherID, key: APIKeyID? = nil) { (self.publisher, self.key) = (publisher, key) }
}

/// Posts events again that the push service gave up, as if they were new: with their ids, and for as long as a new
/// event is tried. If `event` is nil, waiting events are also posted at once. Errors: `notFound` if there is no
/// webhook, or the push service has not given up the event.
public struct RetryWebhook: ServiceRequest, OperatorAct {
    public typealias Reply = DoneCount
    public static let serviceCode = ServiceCode(.push, 160)
    public var audited: AuditedSubject { AuditedSubject(key: key) }

    public var publisher: PublisherID
    /// The id of an event that the push service gave up; nil for all events of the publisher.
    public var event: String?
    /// The API key that the audit log names.
    public var key: APIKeyID?

    enum CodingKeys: Int, CodingKey { case publisher = 0, event, key }

    public init(publisher: PublisherID, event: String? = nil, key: APIKeyID? = nil) {
        (self.publisher, self.key, self.event) = (publisher, key, event)
    }
}
