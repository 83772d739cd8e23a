// Where the events of publishers are posted, as an operator says and sees it.

public import BaliseAPI
public import BaliseJSON
public import Foundation

/// Where events are to be posted: the body of PUT /api-keys/{id}/webhook.
public struct SetWebhookRequest: OperatorRequest, Hashable {
    /// An https address, or an http address on this machine.
    public var url: String
    /// `whsec_` and base64 of 24 to 64 bytes; nil for a new one.
    public var secret: SecretString?

    /// Makes a body of these members; nil leaves one out.
    public init(url: String, secret: SecretString? = nil) {
        self.url = url
        self.secret = secret
    }

    /// How many bytes an address has.
    public static let urlBytes = 1...2048
    /// What is said of another address.
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

/// Where events are posted from now on.
public struct SetWebhookDescription: JSONConvertible, Hashable {
    /// The address.
    public var url: String
    /// With what each event is signed; told for the only time.
    public var secret: SecretString

    /// Makes a body of these members.
    public init(url: String, secret: SecretString) {
        self.url = url
        self.secret = secret
    }
}

/// Where events are posted, and how that goes.
public struct WebhookDescription: JSONConvertible, Hashable {
    /// The address.
    public var url: String
    /// Since when.
    public var createdAt: Date
    /// When one was last taken.
    public var deliveredAt: Date?
    /// How many wait.
    public var waiting: Int
    /// Why the first of those was not taken.
    public var problem: String?
    /// When that was.
    public var problemAt: Date?
    /// How often it has been tried.
    public var attempts: Int?
    /// When it is tried next.
    public var nextAt: Date?
    /// Those that were given up, the latest first, 100 at most.
    public var failures: [Failure]

    /// An event that was given up.
    public struct Failure: JSONConvertible, Hashable {
        /// As in the header `webhook-id`.
        public var id: String
        /// What had happened, such as `notification.sent`.
        public var type: String
        /// When.
        public var createdAt: Date
        /// How often it was tried.
        public var attempts: Int
        /// Why it was not taken.
        public var reason: String
        /// When it was given up.
        public var at: Date

        /// Makes a body of these members.
        public init(id: String, type: String, createdAt: Date, attempts: Int, reason: String, at: Date) {
            self.id = id
            self.type = type
            self.createdAt = createdAt
            self.attempts = attempts
            self.reason = reason
            self.at = at
        }
    }

    /// Makes a body of these members; nil leaves one out.
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

/// Which events that were given up are to be posted again: the body of POST /api-keys/{id}/webhook/retry.
public struct RetryWebhookRequest: OperatorRequest, Hashable {
    /// One of them, by its id; nil for all, and for what waits for another try.
    public var event: String?

    /// Makes a body of this member; nil leaves it out.
    public init(event: String? = nil) { self.event = event }

    /// The most bytes of an event's id.
    public static let maximumEventLength = 64
    /// What a longer one is answered with.
    public static let wrongEvent = "event has to be the id of an event, of at most \(maximumEventLength) characters"

    public static let members = CodingKeys.allCases.map { (name: $0.stringValue, rule: "the id of an event") }

    private enum CodingKeys: CodingKey, CaseIterable { case event }
}

/// How many events are posted again.
public struct RetriedEvents: JSONConvertible, Hashable {
    /// How many were given up before, or waited for another try.
    public var count: Int

    /// Makes a body of this member.
    public init(count: Int) { self.count = count }
}
