// What a session gives its app to show.

/// What a session gives its app to show with later requests.
public enum SessionKind: String, Codable, Sendable {
    /// A short-lived access token, and a refresh token that changes at each use.
    case rotating
    /// One secret that lives as long as the session, for apps that never refresh.
    case opaque
    /// Nothing: the app shows the tokens of its identity provider, each in its turn. Nobody asks for a session of this
    /// kind.
    case external
}

/// What a client gets to show with later requests.
public struct SessionTokens: Codable, Sendable {
    /// A JWT (RFC 7519) of a rotating session.
    public var accessToken: SecretText?
    /// When the access token ends.
    public var accessExpiresAt: UnixTime?
    /// The refresh token of a rotating session; good for one use.
    public var refreshToken: SecretText?
    /// The secret of an opaque session.
    public var secret: SecretText?

    enum CodingKeys: Int, CodingKey { case accessToken = 0, accessExpiresAt, refreshToken, secret }

    public init(
        accessToken: SecretText? = nil, accessExpiresAt: UnixTime? = nil, refreshToken: SecretText? = nil,
        secret: SecretText? = nil
    ) {
        self.accessToken = accessToken
        self.accessExpiresAt = accessExpiresAt
        self.refreshToken = refreshToken
        self.secret = secret
    }
}
