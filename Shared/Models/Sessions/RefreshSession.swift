/// Replaces the tokens of a rotating session, and invalidates the old refresh token.
///
/// Sending the old token again gets the same answer while the new tokens are unused, at most for the life of the new
/// access token: a lost answer signs no user out. Any other second use ends the session, because two parties have the
/// token. Within 10 s it is tolerated, because two tries may have crossed.
///
/// Errors: `invalidToken` if the token belongs to no active session, `tokenExpired` when the session or the access
/// token has expired, `accountGone` if the session ended with its account.
public struct RefreshSession: RequestFromEdge {
    public static let service = ServiceName.authSession
    public static let code = MessageCode(.authSession, 3)
    public var routingKey: RoutingKey? { RoutingKey(token) }

    public struct Reply: Codable, Sendable {
        public var account: AccountID
        public var session: SessionID
        public var tokens: SessionTokens

        enum CodingKeys: Int, CodingKey { case account = 0, session, tokens }

        public init(account: AccountID, session: SessionID, tokens: SessionTokens) {
            self.account = account
            self.session = session
            self.tokens = tokens
        }
    }

    /// A refresh token. Or a valid access token, for an app without refresh tokens (`signInMethod` is `password`): the
    /// answer then has no refresh token.
    public var token: SecretText

    enum CodingKeys: Int, CodingKey { case token = 0 }

    public init(token: SecretText) {
        self.token = token
    }
}
