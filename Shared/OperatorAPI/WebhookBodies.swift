public import BaliseAPI
public import BaliseJSON
public import Foundation

/// The address for a publisher's events: the body of PUT /api-keys/{id}/webhook.
public struct SetWebhookRequest: OperatorRequest, Hashable {
    /// An https address, or an http address on this machine.
    public var url: String
    /// `whsec_` and base64 of 24 to 64 bytes; nil for a new one.
    public var secret: SecretText?

    public init(url: String, secret: SecretText? = nil) {
        self.url = url
        self.secret = secret
    }

    public static let urlBytes = 1...2048
    public static let wrongURL = refusal(of: CodingKeys.url.stringValue)

    public static let members = CodingKeys.allCases.map { (name: $0.stringValue, rule: $0.rule) }

    private enum CodingKeys: CodingKey, CaseIterable {
        case url, secret

        var rule: String {
            switch self {
            case .url: "an https address of at most \(urlBytes.upperBound) bytes, or an http address on this machine"
            case .secret: "whsec_ and base64 of 24 to 64 bytes"
            }
        }
    }
}

/// The new webhook with its secret: the answer of PUT /api-keys/{id}/webhook.
public struct SetWebhookDescription: JSONConvertible, Hashable {
    public var url: String
    /// The server shows it only here.
    public var secret: SecretText

    public init(url: String, secret: SecretText) {
        self.url = url
        self.secret = secret
    }
}

/// A publisher's webhook and its deliveries: the answer of GET /api-keys/{id}/webhook. The secret is never shown again.
public struct WebhookDescription: JSONConvertible, Hashable {
    public var url: String
    public var createdAt: Date
    public var deliveredAt: Date?
    public var waiting: Int
    public var problem: String?
    public var problemAt: Date?
    public var attempts: Int?
    /// The time of the next try.
    public var nextAt: Date?
    /// Abandoned events, the latest first, at most 100.
    public var failures: [Failure]

    public struct Failure: JSONConvertible, Hashable {
        /// The value of the header `webhook-id`.
        public var id: String
        /// The kind of event, such as `notification.sent`.
        public var type: String
        public var createdAt: Date
        public var attempts: Int
        public var reason: String
        public var at: Date

        public init(id: String, type: String, createdAt: Date, attempts: Int, reason: String, at: Date) {
            self.id = id
            self.type = type
            self.createdAt = createdAt
            self.attempts = attempts
            self.reason = reason
            self.at = at
        }
    }

    public init(
        url: String, createdAt: Date, deliveredAt: Date? = nil, waiting: Int, problem: String? = nil,
        problemAt: Date? = nil, attempts: Int? = nil, nextAt: Date? = nil, failures: [Failure]
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

/// The abandoned events to post again: the body of POST /api-keys/{id}/webhook/retry.
public struct RetryWebhookRequest: OperatorRequest, Hashable {
    /// The id of one event; nil for all, including those that wait for another try.
    public var event: String?

    public init(event: String? = nil) { self.event = event }

    /// In bytes.
    public static let maximumEventLength = 64
    public static let wrongEvent = "event has to be the id of an event, of at most \(maximumEventLength) characters"

    public static let members = CodingKeys.allCases.map { (name: $0.stringValue, rule: "the id of an event") }

    private enum CodingKeys: CodingKey, CaseIterable { case event }
}

/// The number of events to post again: the answer of POST /api-keys/{id}/webhook/retry.
public struct RetriedEvents: JSONConvertible, Hashable {
    /// Including events that waited for another try.
    public var count: Int

    public init(count: Int) { self.count = count }
}
