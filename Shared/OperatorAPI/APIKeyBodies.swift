// API keys, as an operator makes and sees them.

public import BaliseAPI
public import BaliseJSON
public import Foundation

/// The key to be made: the body of POST /api-keys.
public struct CreateAPIKeyRequest: OperatorRequest, Hashable {
    /// For people.
    public var name: String
    /// What the key opens; the words of `APIScope`.
    public var scopes: [String]
    /// Days until it ends, at most 36,500; nil for a key that does not.
    public var expiresInDays: Int64?
    /// Whose announcements it makes and sees; nil for a publisher of its own.
    public var publisher: String?
    /// The kinds of notifications that it may send; nil for all that are not restricted.
    public var kinds: [String]?
    /// The topics to which it may send; nil for all.
    public var topics: [String]?
    /// How many notifications it may send in a minute; nil for any number.
    public var perMinute: Int64?

    /// Makes a body of these members; nil leaves one out.
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

    /// What is said of a scope that there is not.
    public static let unknownScope =
        "each of \(CodingKeys.scopes.stringValue) has to be one of: "
        + APIScope.allCases.map(\.rawValue).joined(separator: ", ")
    /// What is said of a name that no publisher can have.
    public static let wrongPublisher = refusal(of: CodingKeys.publisher.stringValue)
    /// What is said of another number of days.
    public static let wrongExpiry = refusal(of: CodingKeys.expiresInDays.stringValue)

    public static func refusal(at path: String) -> String {
        // An element of the array is no scope.
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
    /// By which it is revoked.
    public var id: String
    /// For people.
    public var name: String
    /// What it opens.
    public var scopes: [String]
    /// When it was made.
    public var createdAt: Date
    /// When it ends; nil for never.
    public var expiresAt: Date?
    /// Whose announcements it makes and sees.
    public var publisher: String
    /// When it was ended.
    public var revokedAt: Date?
    /// The kinds of notifications that it may send; nil for all that are not restricted.
    public var kinds: [String]?
    /// The topics to which it may send; nil for all.
    public var topics: [String]?
    /// How many notifications it may send in a minute; nil for any number.
    public var perMinute: Int?

    /// Makes a body of these members; nil leaves one out.
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

/// A key that was just made.
public struct CreatedAPIKey: JSONConvertible, Hashable {
    /// The key.
    @Flattened public var key: APIKeyDescription
    /// What clients show, told for the only time.
    public var secret: SecretString

    /// Makes a body of these members.
    public init(key: APIKeyDescription, secret: SecretString) {
        self.key = key
        self.secret = secret
    }
}

/// The keys that there are.
public struct APIKeyList: JSONConvertible, Hashable {
    /// Also those that have ended.
    public var keys: [APIKeyDescription]

    /// Makes a body of this member.
    public init(keys: [APIKeyDescription]) { self.keys = keys }
}
