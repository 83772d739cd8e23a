/// A source of access tokens that replace a mail server's password.
public protocol AccessTokenSource: Sendable {
    /// A valid token.
    func accessToken() async throws(SMTPFailure) -> String

    /// The server has refused a token, which must not be used again.
    func forget(_ token: String) async
}
