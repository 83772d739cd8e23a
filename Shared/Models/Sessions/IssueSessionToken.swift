/// Creates a short-lived token for an active session. It expires with the session at the latest.
///
/// Errors: `notFound` if the account has no such active session; `invalidRequest` for an invalid lifetime.
public struct IssueSessionToken: RequestFromEdge {
    public static let service = ServiceName.authSession
    public static let code = MessageCode(.authSession, 18)
    public static let isIdempotent = true
    public var routingKey: RoutingKey? { RoutingKey(account) }

    public struct Reply: Codable, Sendable {
        /// A JWT (RFC 7519).
        public var token: SecretText
        public var expiresAt: UnixTime

        enum CodingKeys: Int, CodingKey { case token = 0, expiresAt }

        public init(token: SecretText, expiresAt: UnixTime) {
            self.token = token
            self.expiresAt = expiresAt
        }
    }

    public var account: AccountID
    public var session: SessionID
    /// In seconds: 1 to 3,600.
    public var lifetime: Int64

    enum CodingKeys: Int, CodingKey { case account = 0, session, lifetime }

    public init(account: AccountID, session: SessionID, lifetime: Int64) {
        self.account = account
        self.session = session
        self.lifetime = lifetime
    }
}
