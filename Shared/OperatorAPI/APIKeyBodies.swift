public import BaliseAPI
public import BaliseJSON
public import Foundation

/// The key to create: the body of POST /api-keys.
public struct CreateAPIKeyRequest: OperatorRequest, Hashable {
    public var name: String
    /// The scopes, in the words of `APIKeyScope`.
    public var scopes: [String]
    /// The days until it expires, at most 36,500; nil for a key without expiry.
    public var expiresInDays: Int64?
    /// Nil for a publisher of its own.
    public var publisher: String?
    /// The allowed kinds of notifications; nil for all that are not restricted.
    public var kinds: [String]?
    /// The allowed topics; nil for all.
    public var topics: [String]?
    /// The most notifications in a minute; nil for no limit.
    public var perMinute: Int64?

    public init(
        name: String, scopes: [String], expiresInDays: Int64? = nil, publisher: String? = nil, kinds: [String]? = nil,
        topics: [String]? = nil, perMinute: Int64? = nil
    ) {
        self.kinds = kinds
        self.topics = topics
        self.perMinute = perMinute
        self.name = name
        self.scopes = scopes
        self.expiresInDays = expiresInDays
        self.publisher = publisher
    }

    public static let unknownScope =
        "each of \(CodingKeys.scopes.stringValue) has to be one of: "
        + APIKeyScope.allCases.map(\.rawValue).joined(separator: ", ")
    public static let wrongPublisher = refusal(of: CodingKeys.publisher.stringValue)
    public static let wrongExpiry = refusal(of: CodingKeys.expiresInDays.stringValue)

    public static func refusal(at path: String) -> String {
        // An element of the array is an invalid scope.
        path.hasPrefix("\(CodingKeys.scopes.stringValue)[") ? unknownScope : refusal(of: path)
    }

    public static let members = CodingKeys.allCases.map { (name: $0.stringValue, rule: $0.rule) }

    private enum CodingKeys: CodingKey, CaseIterable {
        case name, scopes, expiresInDays, publisher, kinds, topics, perMinute

        var rule: String {
            switch self {
            case .name: "a text"
            case .scopes: "an array of texts"
            case .expiresInDays: "a whole number of 1 to 36500"
            case .publisher: "a text of 1 to 36 characters out of A-Z a-z 0-9 . _ -, with no dot first"
            case .kinds, .topics: "an array of texts"
            case .perMinute: "a whole number of 1 to 100000"
            }
        }
    }
}

/// A key, without its secret.
public struct APIKeyDescription: JSONConvertible, Hashable {
    public var id: String
    public var name: String
    public var scopes: [String]
    public var createdAt: Date
    /// When it expires; nil for never.
    public var expiresAt: Date?
    public var publisher: String
    public var revokedAt: Date?
    public var kinds: [String]?
    public var topics: [String]?
    /// The most notifications in a minute; nil for no limit.
    public var perMinute: Int?

    public init(
        id: String, name: String, scopes: [String], createdAt: Date, expiresAt: Date? = nil, publisher: String,
        revokedAt: Date? = nil, kinds: [String]? = nil, topics: [String]? = nil, perMinute: Int? = nil
    ) {
        self.kinds = kinds
        self.topics = topics
        self.perMinute = perMinute
        self.id = id
        self.name = name
        self.scopes = scopes
        self.createdAt = createdAt
        self.expiresAt = expiresAt
        self.publisher = publisher
        self.revokedAt = revokedAt
    }
}

/// The new API key: the answer of POST /api-keys.
public struct CreatedAPIKey: JSONConvertible, Hashable {
    @Flattened public var key: APIKeyDescription
    /// The server shows it only here.
    public var secret: SecretText

    public init(key: APIKeyDescription, secret: SecretText) {
        self.key = key
        self.secret = secret
    }
}

/// All API keys: the answer of GET /api-keys.
public struct APIKeyList: JSONConvertible, Hashable {
    /// Including revoked and expired keys.
    public var keys: [APIKeyDescription]

    public init(keys: [APIKeyDescription]) { self.keys = keys }
}
