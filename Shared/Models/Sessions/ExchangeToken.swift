// An app wants a token for a web view instead of its own.

/// Exchanges a token of this server, or of an identity provider, for a short-lived one for one audience and program
/// (RFC 8693).
///
/// The new token shows the session of the token it was made from; where there is none yet, a session begins as by
/// `Authenticate`. It ends with that session, and no later than the token it was made from. It can be neither refreshed
/// nor exchanged.
///
/// Errors: `tokenExpired`, `invalidToken` and `accountGone` for the token that is shown; `forbidden` for an audience or
/// a program that it must not have; `phoneNotVerified` where the program needs a phone number; `erasurePending` where the
/// account is to be erased, unless that is taken back by a sign-in of the last minutes; `unavailable` as for
/// `Authenticate`.
public struct ExchangeToken: RequestFromEdge {
    public static let service = ServiceName.authSession
    public static let code = MessageCode(.authSession, 19)
    public static let isIdempotent = true
    public var routingKey: RoutingKey? { RoutingKey(subjectToken) }

    /// The new token.
    public struct Reply: Codable, Sendable {
        /// A JWT (RFC 7519).
        public var token: SecretText
        public var id: TokenID
        public var account: AccountID
        public var session: SessionID
        public var expiresAt: UnixTime
        public var audience: String
        /// Nil where the token that was shown is tied to no program and none was asked for.
        public var program: String?

        enum CodingKeys: Int, CodingKey { case token = 0, id, account, session, expiresAt, audience, program }

        public init(
            token: SecretText, id: TokenID, account: AccountID, session: SessionID, expiresAt: UnixTime,
            audience: String, program: String?
        ) {
            self.token = token
            self.id = id
            self.account = account
            self.session = session
            self.expiresAt = expiresAt
            self.audience = audience
            self.program = program
        }
    }

    public var subjectToken: SecretText
    /// For whom the new token is to count; nil for Balise itself.
    public var audience: String?
    /// For which program it is to speak; nil for the only one of the token that is shown.
    public var program: String?
    /// As in `Authenticate`.
    public var installation: String?
    /// Whether an erasure that the person asked for is taken back; nil for no.
    public var cancelsErasure: Bool?

    enum CodingKeys: Int, CodingKey { case subjectToken = 0, audience, program, installation, cancelsErasure }

    public init(
        subjectToken: SecretText, audience: String?, program: String?, installation: String? = nil,
        cancelsErasure: Bool? = nil
    ) {
        self.subjectToken = subjectToken
        self.audience = audience
        self.program = program
        self.installation = installation
        self.cancelsErasure = cancelsErasure
    }
}
