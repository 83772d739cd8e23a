/// Returns the facts about a token (RFC 7662). It has no side effects: no account, no session, no activity.
///
/// Errors: `unavailable` as for `Authenticate`.
public struct IntrospectToken: RequestFromEdge {
    public static let service = ServiceName.authSession
    public static let code = MessageCode(.authSession, 20)
    public static let isIdempotent = true
    public var routingKey: RoutingKey? { RoutingKey(token) }

    public struct Reply: Codable, Sendable {
        /// Nil for an invalid token, whatever the reason.
        public var token: LivingToken?

        enum CodingKeys: Int, CodingKey { case token = 0 }

        public init(token: LivingToken?) { self.token = token }
    }

    /// An access token, a refresh token, the secret of an opaque session, an exchanged token, or one of an identity
    /// provider.
    public var token: SecretText

    enum CodingKeys: Int, CodingKey { case token = 0 }

    public init(token: SecretText) { self.token = token }
}

/// The facts about a valid token (RFC 7662, section 2.2).
public struct LivingToken: Codable, Hashable, Sendable {
    public var kind: IntrospectedTokenKind
    /// Nil for a user of an identity provider who has no account yet.
    public var account: AccountID?
    public var session: SessionID?
    /// The issuer in the token; Balise's own for an opaque secret.
    public var issuer: String
    public var audiences: [String]
    public var programs: [String]?
    public var issuedAt: UnixTime?
    public var expiresAt: UnixTime?
    /// The `jti` of an exchanged token.
    public var id: TokenID?

    enum CodingKeys: Int, CodingKey {
        case kind = 0, account, session, issuer, audiences, programs, issuedAt, expiresAt, id
    }

    public init(
        kind: IntrospectedTokenKind, account: AccountID?, session: SessionID?, issuer: String, audiences: [String] = [],
        programs: [String]? = nil, issuedAt: UnixTime? = nil, expiresAt: UnixTime? = nil, id: TokenID? = nil
    ) {
        self.kind = kind
        self.account = account
        self.session = session
        self.issuer = issuer
        self.audiences = audiences
        self.programs = programs
        self.issuedAt = issuedAt
        self.expiresAt = expiresAt
        self.id = id
    }
}
