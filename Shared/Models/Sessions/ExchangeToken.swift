/// Exchanges a token of this server, or of an identity provider, for a short-lived one for one audience and program
/// (RFC 8693).
///
/// The new token belongs to the session of the original token; without one, a session begins as in `Authenticate`. It
/// ends with that session, and no later than the original token. It can be neither refreshed nor exchanged.
///
/// Errors: `tokenExpired`, `invalidToken` and `accountGone` for the original token; `forbidden` for an audience or a
/// program that is not allowed; `phoneNotVerified` if the program needs a phone number; `erasurePending` if an erasure
/// is planned, unless a sign-in of the last minutes cancels it; `unavailable` as for `Authenticate`.
public struct ExchangeToken: RequestFromEdge {
    public static let service = ServiceName.authSession
    public static let code = MessageCode(.authSession, 19)
    public static let isIdempotent = true
    public var routingKey: RoutingKey? { RoutingKey(subjectToken) }

    public struct Reply: Codable, Sendable {
        /// A JWT (RFC 7519).
        public var token: SecretText
        public var id: TokenID
        public var account: AccountID
        public var session: SessionID
        public var expiresAt: UnixTime
        public var audience: String
        /// Nil if the original token is not limited to a program and none was requested.
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
    /// The server that accepts the new token; nil for Balise itself.
    public var audience: String?
    /// The program of the new token; nil for the only one of the original token.
    public var program: String?
    /// As in `Authenticate`.
    public var installation: String?
    /// Whether to cancel a planned erasure; nil for no.
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
