// Tokens that a mail server takes in place of a password.

/// Gives the access tokens that a mail server takes in place of a password.
public protocol AccessTokenSource: Sendable {
    /// A token that counts now.
    func accessToken() async throws(SMTPFailure) -> String

    /// Is told that the server has refused a token, which is not given again.
    func forget(_ token: String) async
}
