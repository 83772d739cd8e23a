public import BaliseAPI
public import BaliseJSON
public import Foundation
import Models

/// The key to create: the body of POST /api-keys.
public struct CreateAPIKeyRequest: OperatorRequest, JSONChecked, Hashable {
    public var name: String
    /// The scopes, in the words of `APIKeyScope`.
    public var scopes: [String]
    /// The number of days until the key expires, at most 36,500; nil for a key that never expires.
    public var expiresInDays: Int64?
    /// The publisher that the key acts for; nil to create a publisher for the key.
    public var publisher: String?
    /// The kinds of notifications that the key may send; nil for all kinds that are not restricted.
    public var kinds: [String]?
    /// The topics that the key may use; nil for all topics.
    public var topics: [String]?
    /// The largest number of notifications in a minute; nil for no limit.
    public var perMinute: Int64?

    public init(
        name: String, scopes: [String], expiresInDays: Int64? = nil, publisher: String? = nil, kinds: [String]? = nil,
        topics: [String]? = nil, perMinute: Int64? = nil
    ) {
        (self.name, self.scopes, self.expiresInDays) = (name, scopes, expiresInDays)
        (self.publisher, self.kinds, self.topics, self.perMinute) = (publisher, kinds, topics, perMinute)
    }

    private static let unknownScope =
        "each of scopes has to be one of: " + APIKeyScope.allCases.map(\.rawValue).joined(separator: ", ")

    public static func refusal(at path: String) -> String {
        // Such a path means that an element of the array is an invalid scope.
        path.hasPrefix("scopes[") ? unknownScope : refusal(of: path)
    }

    public var shapeErrors: [JSONShapeError] {
        var errors: [JSONShapeError] = []
        if !scopes.allSatisfy({ APIKeyScope(rawValue: $0) != nil }) {
            errors.append(JSONShapeError(.refused(CreateAPIKeyRequest.unknownScope), at: CodingKeys.scopes))
        }
        if let expiresInDays, !(1...36_500).contains(expiresInDays) {
            errors.append(CreateAPIKeyRequest.wrong(CodingKeys.expiresInDays))
        }
        if let publisher {
            let id = PublisherID(publisher)
            if id == nil { errors.append(CreateAPIKeyRequest.wrong(CodingKeys.publisher)) }
            if let id, id.isOfOperators {
                let text = "publisher must not be \(id.text), which is the publisher of operators"
                errors.append(JSONShapeError(.refused(text), at: CodingKeys.publisher))
            }
        }
        return errors
    }

    public static let members: KeyValuePairs = [
        "name": "a text", "scopes": "an array of texts", "expiresInDays": "a whole number of 1 to 36500",
        "publisher": "a text of 1 to 36 characters out of A-Z a-z 0-9 . _ -, with no dot first",
        "kinds": "an array of texts", "topics": "an array of texts", "perMinute": "a whole number of 1 to 100000",
    ]
}

/// An API key, without its secret.
public struct APIKeyDescription: JSONConvertible, Hashable {
    public var id: String
    public var name: String
    public var scopes: [String]
    public var createdAt: Date
    /// When the key expires; nil if it never does.
    public var expiresAt: Date?
    public var publisher: String
    public var revokedAt: Date?
    public var kinds: [String]?
    public var topics: [String]?
    /// The largest number of notifications in a minute; nil for no limit.
    public var perMinute: Int?

    public init(
        id: String, name: String, scopes: [String], createdAt: Date, expiresAt: Date? = nil, publisher: String,
        revokedAt: Date? = nil, kinds: [String]? = nil, topics: [String]? = nil, perMinute: Int? = nil
    ) {
        (self.id, self.name, self.scopes, self.publisher) = (id, name, scopes, publisher)
        (self.createdAt, self.expiresAt, self.revokedAt) = (createdAt, expiresAt, revokedAt)
        (self.kinds, self.topics, self.perMinute) = (kinds, topics, perMinute)
    }
}

/// The new API key: the answer of POST /api-keys.
public struct CreatedAPIKey: JSONConvertible, Hashable {
    @Flattened public var key: APIKeyDescription
    /// The secret of the key. The server shows it only here.
    public var secret: SecretText

    public init(key: APIKeyDescription, secret: SecretText) {
        self.key = key
        self.secret = secret
    }
}

/// All API keys: the answer of GET /api-keys.
public struct APIKeyList: JSONConvertible, Hashable {
    /// The keys, including revoked and expired keys.
    public var keys: [APIKeyDescription]

    public init(keys: [APIKeyDescription]) { self.keys = keys }
}

/// A device: the body of POST /devices/….
public struct DeviceRequest: OperatorRequest, Hashable {
    public var device: String

    public init(device: String) { self.device = device }

    public static let members: KeyValuePairs = ["device": "the id of a device"]
}

/// The public keys that verify access tokens: the answer of GET /signing-keys.
public struct SigningKeyList: JSONConvertible, Hashable {
    /// The keys: the active key, the next key, and retired keys whose tokens may still be valid.
    public var keys: [SigningKeyDescription]

    public init(keys: [SigningKeyDescription]) { self.keys = keys }
}

/// The id of a key that verifies access tokens, and whether new tokens are signed with it.
public struct SigningKeyDescription: JSONConvertible, Hashable {
    public var id: String
    public var signs: Bool

    public init(id: String, signs: Bool) { (self.id, self.signs) = (id, signs) }
}

/// The address for a publisher's events: the body of PUT /api-keys/{id}/webhook.
public struct SetWebhookRequest: OperatorRequest, JSONChecked, Hashable {
    /// The address: https, or http on this machine.
    public var url: String
    /// The signing secret: `whsec_` and base64 of 24 to 64 bytes; nil to let the server create a secret.
    public var secret: SecretText?

    public init(url: String, secret: SecretText? = nil) { (self.url, self.secret) = (url, secret) }

    private static let urlBytes = 1...2048

    public var shapeErrors: [JSONShapeError] {
        SetWebhookRequest.urlBytes.contains(url.utf8.count) ? [] : [SetWebhookRequest.wrong(CodingKeys.url)]
    }

    public static let members: KeyValuePairs = [
        "url": "an https address of at most \(urlBytes.upperBound) bytes, or an http address on this machine",
        "secret": "whsec_ and base64 of 24 to 64 bytes",
    ]
}

/// The new webhook with its secret: the answer of PUT /api-keys/{id}/webhook.
public struct SetWebhookDescription: JSONConvertible, Hashable {
    public var url: String
    /// The signing secret. The server shows it only here.
    public var secret: SecretText

    public init(url: String, secret: SecretText) { (self.url, self.secret) = (url, secret) }
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
    /// When the next try is due; nil if no event waits.
    public var nextAt: Date?
    /// The events that the push service gave up, the latest first, at most 100.
    public var failures: [Failure]
    /// Since when the webhook is paused; nil if its events are posted.
    public var pausedAt: Date?
    /// The last attempts to post an event, the latest first.
    public var deliveries: [WebhookAttempt]

    public struct Failure: JSONConvertible, Hashable {
        /// The event's id, the value of the header `webhook-id`.
        public var id: String
        /// The kind of event, such as `notification.sent`.
        public var type: String
        public var createdAt: Date
        public var attempts: Int
        public var reason: String
        public var at: Date

        public init(id: String, type: String, createdAt: Date, attempts: Int, reason: String, at: Date) {
            (self.id, self.type, self.createdAt) = (id, type, createdAt)
            (self.attempts, self.reason, self.at) = (attempts, reason, at)
        }
    }

    public init(
        url: String, createdAt: Date, deliveredAt: Date? = nil, waiting: Int, problem: String? = nil,
        problemAt: Date? = nil, attempts: Int? = nil, nextAt: Date? = nil, failures: [Failure],
        pausedAt: Date? = nil, deliveries: [WebhookAttempt]
    ) {
        (self.url, self.createdAt, self.deliveredAt) = (url, createdAt, deliveredAt)
        (self.waiting, self.problem, self.problemAt) = (waiting, problem, problemAt)
        (self.attempts, self.nextAt, self.failures) = (attempts, nextAt, failures)
        (self.pausedAt, self.deliveries) = (pausedAt, deliveries)
    }
}

/// One attempt to post an event: the answer of POST /api-keys/{id}/webhook/test.
public struct WebhookAttempt: JSONConvertible, Hashable {
    /// The event's id, the value of the header `webhook-id`.
    public var id: String
    /// The kind of event, such as `notification.sent`.
    public var type: String
    public var at: Date
    /// How long the receiver took to answer.
    public var milliseconds: Int
    /// Why the event was not accepted; nil if the receiver accepted it.
    public var problem: String?

    public init(id: String, type: String, at: Date, milliseconds: Int, problem: String? = nil) {
        (self.id, self.type, self.at) = (id, type, at)
        (self.milliseconds, self.problem) = (milliseconds, problem)
    }
}

/// The change of a webhook: the body of PATCH /api-keys/{id}/webhook.
public struct ChangeWebhookRequest: OperatorRequest, Hashable {
    /// Whether events wait instead of being posted.
    public var paused: Bool

    public init(paused: Bool) { self.paused = paused }

    public static let members: KeyValuePairs = ["paused": "true or false"]
}

/// The events to post again, which the push service gave up: the body of POST /api-keys/{id}/webhook/retry.
public struct RetryWebhookRequest: OperatorRequest, JSONChecked, Hashable {
    /// The id of one event; nil for all events, including events that wait for another try.
    public var event: String?

    public init(event: String? = nil) { self.event = event }

    /// The longest id of an event, in bytes.
    private static let maximumEventLength = 64

    public var shapeErrors: [JSONShapeError] {
        guard let event, event.utf8.count > RetryWebhookRequest.maximumEventLength else { return [] }
        return [RetryWebhookRequest.wrong(CodingKeys.event)]
    }

    public static let members: KeyValuePairs = [
        "event": "the id of an event, of at most \(maximumEventLength) characters"
    ]
}

/// The number of events to post again: the answer of POST /api-keys/{id}/webhook/retry.
public struct RetriedEvents: JSONConvertible, Hashable {
    /// The number of events, including those that waited for another try.
    public var count: Int

    public init(count: Int) { self.count = count }
}
