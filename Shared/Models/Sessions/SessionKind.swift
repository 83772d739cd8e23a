/// The credential of a session for later requests.
public enum SessionKind: String, Codable, Sendable {
    /// A short-lived access token, and a refresh token that changes at each use.
    case rotating
    /// One secret for the whole session, for apps that never refresh.
    case opaque
    /// None: the app sends the tokens of its identity provider. Such a session cannot be requested.
    case external
}

/// The tokens of a session for later requests.
public struct SessionTokens: Codable, Sendable {
    /// A JWT (RFC 7519) of a rotating session.
    public var accessToken: SecretText?
    public var accessExpiresAt: UnixTime?
    /// The refresh token of a rotating session; valid once.
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
