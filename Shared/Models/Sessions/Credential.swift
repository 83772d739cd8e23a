// What a caller shows, and what it turns out to be.

/// What a caller shows to say who they are.
public enum Credential: Sendable {
    /// From `Authorization`, with or without the word Bearer: an access token, the secret of an opaque session, or a
    /// token of an identity provider.
    case token(SecretText)
    /// From `X-API-Key`.
    case apiKey(SecretText)
}

extension Credential: Codable {
    enum CodingKeys: Int, CodingKey { case token = 0, apiKey }

    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        if let token = try container.decodeIfPresent(SecretText.self, forKey: .token) {
            self = .token(token)
        } else {
            self = .apiKey(try container.decode(SecretText.self, forKey: .apiKey))
        }
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        switch self {
        case .token(let secret): try container.encode(secret, forKey: .token)
        case .apiKey(let secret): try container.encode(secret, forKey: .apiKey)
        }
    }
}

/// What a credential turned out to be: a session of an account, or an API key.
public struct Principal: Codable, Hashable, Sendable {
    /// The account and its session; nil for an API key.
    public var account: AccountID?
    public var session: SessionID?
    public var signInMethod: SignInMethod?
    /// The key; nil for a session.
    public var apiKey: APIKeyID?
    /// What an API key may do; empty for a session.
    public var scopes: [APIKeyScope]
    /// When the credential ends by its age; nil for never.
    public var expiresAt: UnixTime?
    /// The programs (tenants) for which the credential speaks; nil when it is tied to none in particular.
    public var programs: [String]?
    /// The name of an exchanged token; nil for every other credential.
    public var token: TokenID?
    /// What an operator calls the API key; nil for a session.
    public var keyName: String?
    /// Whose announcements an API key makes and sees; nil for a session, and for a publisher of its own.
    public var publisher: PublisherID?
    /// When the person last signed in, by whoever vouches for that; nil for an API key, and where nobody says it.
    public var signedInAt: UnixTime?
    /// What an API key may publish; nil for everything.
    public var limits: PublishingLimits?

    enum CodingKeys: Int, CodingKey {
        case account = 0, session, signInMethod, apiKey, scopes, expiresAt, programs, token, keyName, publisher,
            signedInAt, limits
    }

    /// A session of an account.
    public init(
        account: AccountID, session: SessionID, signInMethod: SignInMethod, expiresAt: UnixTime?,
        programs: [String]? = nil,
        token: TokenID? = nil, signedInAt: UnixTime? = nil
    ) {
        self.account = account
        self.session = session
        self.signInMethod = signInMethod
        scopes = []
        self.expiresAt = expiresAt
        self.programs = programs
        self.token = token
        self.signedInAt = signedInAt
    }

    /// An API key.
    public init(
        apiKey: APIKeyID, scopes: [APIKeyScope], expiresAt: UnixTime?, keyName: String? = nil,
        publisher: PublisherID? = nil, limits: PublishingLimits? = nil
    ) {
        self.limits = limits
        self.keyName = keyName
        self.publisher = publisher
        self.apiKey = apiKey
        self.scopes = scopes
        self.expiresAt = expiresAt
    }
}
