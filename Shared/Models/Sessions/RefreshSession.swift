// An app asks for its next tokens.

/// Replaces the tokens of a rotating session; the old refresh token ends with it.
///
/// The same token again within 10 s gets the same answer, as long as the successor is unused: an answer that was lost
/// signs no one out. Any other second use ends the session, since the token is in two hands.
///
/// Errors: `invalidToken` for what is no token of a living session, `tokenExpired` when the session is over,
/// `accountGone` when it ended with its account.
public struct RefreshSession: ServiceRequest {
    public static let service = ServiceName.authSession
    public static let code = MessageCode(.authSession, 3)

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

    /// A refresh token, or an access token of the session, expired or not.
    public var token: SecretText

    enum CodingKeys: Int, CodingKey { case token = 0 }

    public init(token: SecretText) {
        self.token = token
    }
}
