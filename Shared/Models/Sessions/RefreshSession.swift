// An app asks for its next tokens.

/// Replaces the tokens of a rotating session; the old refresh token ends with it.
///
/// The same token again gets the same answer while the new tokens are unused, at most for the life of the new access
/// token: a lost answer signs nobody out. Any other second use ends the session, since two parties hold the token.
/// Within 10 s it is forgiven, since two tries may have crossed.
///
/// Errors: `invalidToken` for what refreshes no living session, `tokenExpired` when the session or the access token is
/// over, `accountGone` when it ended with its account.
public struct RefreshSession: RequestFromEdge {
    public static let service = ServiceName.authSession
    public static let code = MessageCode(.authSession, 3)
    public var routingKey: RoutingKey? { RoutingKey(token) }

    /// The next tokens.
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

    /// A refresh token. Or a living access token of a session whose app has no place for one (`signInMethod` is
    /// `password`): the answer then holds no refresh token.
    public var token: SecretText

    enum CodingKeys: Int, CodingKey { case token = 0 }

    public init(token: SecretText) {
        self.token = token
    }
}
