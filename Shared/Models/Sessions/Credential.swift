/// A caller's secret, which is not verified yet. The case is the header field that contained it.
public enum Credential: Sendable {
    /// A secret from `Authorization`: an access token, the secret of an opaque session, or a provider's token.
    case token(SecretText)
    /// An API key from `X-API-Key`.
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

/// The owner of a credential: a session of an account, or an API key.
public struct Principal: Codable, Hashable, Sendable {
    public var account: AccountID?
    public var session: SessionID?
    public var signInMethod: SignInMethod?
    public var apiKey: APIKeyID?
    /// The scopes of an API key; empty for a session.
    public var scopes: [APIKeyScope]
    /// When the credential expires; nil if it never does.
    public var expiresAt: UnixTime?
    /// The programs (tenants) that the credential is limited to; nil for no limit.
    public var programs: [String]?
    /// The id of an exchanged token; nil for other credentials.
    public var token: TokenID?
    /// The operators' name for the API key; nil for a session.
    public var keyName: String?
    /// The API key's publisher; nil for a session, and if the publisher's id is the id of the key.
    public var publisher: PublisherID?
    /// When the user last signed in, according to the party that verified it; nil for an API key, and if unknown.
    public var signedInAt: UnixTime?
    /// The API key's publishing limits; nil if it has none.
    public var limits: PublishingLimits?

    enum CodingKeys: Int, CodingKey {
        case account = 0, session, signInMethod, apiKey, scopes, expiresAt, programs, token, keyName, publisher,
            signedInAt, limits
    }

    public init(
        account: AccountID, session: SessionID, signInMethod: SignInMethod, expiresAt: UnixTime?,
        programs: [String]? = nil,
        token: TokenID? = nil, signedInAt: UnixTime? = nil
    ) {
        (self.account, self.session, self.signInMethod) = (account, session, signInMethod)
        scopes = []
        (self.expiresAt, self.programs, self.token, self.signedInAt) = (expiresAt, programs, token, signedInAt)
    }

    public init(
        apiKey: APIKeyID, scopes: [APIKeyScope], expiresAt: UnixTime?, keyName: String? = nil,
        publisher: PublisherID? = nil, limits: PublishingLimits? = nil
    ) {
        (self.limits, self.keyName, self.publisher) = (limits, keyName, publisher)
        (self.apiKey, self.scopes, self.expiresAt) = (apiKey, scopes, expiresAt)
    }
}

/// A credential as the edge received it, with the app's installation, so that its service can verify it.
public struct ShownCredential: Codable, Sendable {
    public var credential: Credential
    public var installation: String?

    enum CodingKeys: Int, CodingKey { case credential = 0, installation }

    public init(_ credential: Credential, installation: String? = nil) {
        (self.credential, self.installation) = (credential, installation)
    }
}

/// Whether a sign-in is recent enough for actions that cannot be undone.
public enum RecentSignIn {
    /// The largest age of a recent sign-in, in seconds.
    public static let maximumAge: Int64 = 300

    /// The tolerated difference between the clocks of several machines, in seconds. If a sign-in is further in the
    /// future, a clock was wrong, and the age of the sign-in is unknown.
    private static let skew: Int64 = 60

    public static func isShown(by principal: Principal, at now: UnixTime) -> Bool {
        guard principal.token == nil, let moment = principal.signedInAt else { return false }
        return moment.adding(seconds: maximumAge) > now && moment <= now.adding(seconds: skew)
    }

    /// The advice in the error `signInTooOld`.
    public static let advice = "sign in again, and repeat this within 5 minutes with the token that you get"
}
