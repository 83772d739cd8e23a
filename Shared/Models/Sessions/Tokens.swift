public import BaliseJSON

/// Creates a short-lived token. It expires with the session at the latest. Errors: `notFound` if the account has no
/// such active session; `invalidRequest` for an invalid lifetime.
public struct IssueSessionToken: RequestFromEdge, RequestByAccount, IdempotentRequest {
    public static let serviceCode = ServiceCode(.authSession, 18)

    public struct Reply: Codable, Sendable {
        /// The new token, a JWT (RFC 7519).
        public var token: SecretText
        public var expiresAt: UnixTime

        enum CodingKeys: Int, CodingKey { case token = 0, expiresAt }

        public init(token: SecretText, expiresAt: UnixTime) { (self.token, self.expiresAt) = (token, expiresAt) }
    }

    public var account: AccountID
    public var session: SessionID
    /// The token's lifetime in seconds: 1 to 3,600.
    public var lifetime: Int64

    enum CodingKeys: Int, CodingKey { case account = 0, session, lifetime }

    public init(account: AccountID, session: SessionID, lifetime: Int64) {
        (self.account, self.session, self.lifetime) = (account, session, lifetime)
    }
}

/// Exchanges a token of this server or of an identity provider for a short-lived token for one audience and program
/// (RFC 8693). The new token belongs to the session of the original token; if there is none, a session begins as in
/// `Authenticate`. It ends with the session, and no later than the original. It can be neither refreshed nor exchanged.
/// Errors: `tokenExpired`, `invalidToken` and `accountGone` for the original; `forbidden` for an audience or program
/// that is not allowed; `phoneNotVerified` if the program needs a phone number; `erasurePending`, unless a sign-in of
/// the last 5 minutes cancels the erasure; `unavailable` as for `Authenticate`.
public struct ExchangeToken: RequestFromEdge, IdempotentRequest {
    public static let serviceCode = ServiceCode(.authSession, 19)
    public var routingKey: RoutingKey? { RoutingKey(subjectToken) }

    public struct Reply: Codable, Sendable {
        public var token: SecretText
        public var id: TokenID
        public var account: AccountID
        public var session: SessionID
        public var expiresAt: UnixTime
        public var audience: String
        /// The program of the new token; nil if the original token has no program and none was requested.
        public var program: String?

        enum CodingKeys: Int, CodingKey { case token = 0, id, account, session, expiresAt, audience, program }

        public init(
            token: SecretText, id: TokenID, account: AccountID, session: SessionID, expiresAt: UnixTime,
            audience: String, program: String?
        ) {
            (self.token, self.id, self.account, self.session) = (token, id, account, session)
            (self.expiresAt, self.audience, self.program) = (expiresAt, audience, program)
        }
    }

    public var subjectToken: SecretText
    /// The party that accepts the new token; nil for Balise itself.
    public var audience: String?
    /// The requested program; nil for the only program of the original token.
    public var program: String?
    public var installation: String?
    public var cancelsErasure: Bool?

    enum CodingKeys: Int, CodingKey { case subjectToken = 0, audience, program, installation, cancelsErasure }

    public init(
        subjectToken: SecretText, audience: String?, program: String?, installation: String? = nil,
        cancelsErasure: Bool? = nil
    ) {
        (self.subjectToken, self.audience, self.program) = (subjectToken, audience, program)
        (self.installation, self.cancelsErasure) = (installation, cancelsErasure)
    }
}

/// Returns the facts about a token (RFC 7662). It has no side effects: it creates no account and no session, and
/// records no activity. Errors: `unavailable` as for `Authenticate`.
public struct IntrospectToken: RequestFromEdge, IdempotentRequest {
    public static let serviceCode = ServiceCode(.authSession, 20)
    public var routingKey: RoutingKey? { RoutingKey(token) }

    public struct Reply: Codable, Sendable {
        /// The facts about a valid token; nil for an invalid token, whatever the reason.
        public var token: LivingToken?

        enum CodingKeys: Int, CodingKey { case token = 0 }

        public init(token: LivingToken?) { self.token = token }
    }

    /// The token: an access or refresh token, the secret of an opaque session, an exchanged token, or an identity
    /// provider's token.
    public var token: SecretText

    enum CodingKeys: Int, CodingKey { case token = 0 }

    public init(token: SecretText) { self.token = token }
}

/// The facts about a valid token (RFC 7662, section 2.2).
public struct LivingToken: Codable, Hashable, Sendable {
    public var kind: IntrospectedTokenKind
    /// The token's account; nil for a user of an identity provider who has no account yet.
    public var account: AccountID?
    public var session: SessionID?
    /// The issuer in the token; for an opaque secret, Balise's own issuer.
    public var issuer: String
    public var audiences: [String]
    public var programs: [String]?
    public var issuedAt: UnixTime?
    public var expiresAt: UnixTime?
    /// The `jti` of an exchanged token; nil for any other token.
    public var id: TokenID?

    enum CodingKeys: Int, CodingKey {
        case kind = 0, account, session, issuer, audiences, programs, issuedAt, expiresAt, id
    }

    public init(
        kind: IntrospectedTokenKind, account: AccountID?, session: SessionID?, issuer: String, audiences: [String] = [],
        programs: [String]? = nil, issuedAt: UnixTime? = nil, expiresAt: UnixTime? = nil, id: TokenID? = nil
    ) {
        (self.kind, self.account, self.session) = (kind, account, session)
        (self.issuer, self.audiences, self.programs) = (issuer, audiences, programs)
        (self.issuedAt, self.expiresAt, self.id) = (issuedAt, expiresAt, id)
    }
}

extension LivingToken {
    /// The credential that ends when the token is revoked: an exchanged token ends alone, every other token with its
    /// session. Nil if it has no session.
    fileprivate var ending: CredentialChange? {
        id.map(CredentialChange.token) ?? session.map(CredentialChange.session)
    }
}

/// Revokes a token (RFC 7009): an exchanged token alone, every other token with its session. Revoking an invalid token
/// succeeds. If it is a provider's token, all earlier tokens of the same session are also refused. Errors:
/// `unavailable` as for `Authenticate`.
public struct RevokeToken: RequestFromEdge, IdempotentRequest {
    public static let serviceCode = ServiceCode(.authSession, 21)
    public var routingKey: RoutingKey? { RoutingKey(token) }

    public var token: SecretText
    public var installation: String?
    /// The credentials that the request ends. Empty for an invalid token, because anyone may send such tokens and the
    /// request must not wait. It is not sent, because only the sender needs it.
    public private(set) var ends = EndedCredentials.nothing

    enum CodingKeys: Int, CodingKey { case token = 0, installation }

    /// Creates a request to revoke a token.
    /// - Parameter found: The answer of `IntrospectToken` about the token.
    public init(token: SecretText, installation: String? = nil, found: LivingToken? = nil) {
        (self.token, self.installation) = (token, installation)
        if let found { ends = .announced(known: found.ending) }
    }
}

/// Reads the public keys of access tokens: the active key, the next key, and retired keys whose tokens are still valid.
public struct GetSigningKeys: RequestFromEdge, IdempotentRequest {
    public static let serviceCode = ServiceCode(.authSession, 9)

    public struct Key: Codable, Sendable {
        /// The `kid` of the tokens that the key signs.
        public var id: String
        /// The 32 bytes of an Ed25519 public key (RFC 8032, section 5.1.5).
        public var publicKey: [UInt8]

        enum CodingKeys: Int, CodingKey { case id = 0, publicKey }

        public init(id: String, publicKey: [UInt8]) { (self.id, self.publicKey) = (id, publicKey) }
    }

    /// The keys. The active key is the first.
    public struct Reply: Codable, Sendable {
        public var keys: [Key]

        enum CodingKeys: Int, CodingKey { case keys = 0 }

        public init(keys: [Key]) { self.keys = keys }
    }

    public init() {}
}

/// Creates a new signing key. Tokens of the retired key stay valid until they expire. This is answered when the new key
/// is active: if several processes publish the keys, a moment after they have learned it.
public struct RotateSigningKey: ServiceRequest, OperatorAct {
    public static let serviceCode = ServiceCode(.authSession, 13)
    public static func audited(in reply: Reply) -> AuditedSubject? { AuditedSubject(name: reply.id) }

    public struct Reply: JSONConvertible {
        public var id: String

        enum CodingKeys: Int, CodingKey { case id = 0 }

        public init(id: String) { self.id = id }
    }

    public init() {}
}
