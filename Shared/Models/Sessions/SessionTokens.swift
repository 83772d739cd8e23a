extension SessionKind {
    /// No token: the app sends the tokens of its identity provider. Such a session cannot be requested.
    public static let external = SessionKind(rawValue: "external")
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
