import BaliseJSON

/// A token to introspect or revoke: POST /oauth/introspect (RFC 7662, section 2.1) and /oauth/revoke (RFC 7009, 2.1).
public struct OAuthTokenRequest: OAuthFormRequest, Hashable {
    /// The token.
    public var token: SecretText
    /// A hint at the kind of token. The server ignores it.
    public var tokenTypeHint: String?

    /// Makes a body of these members; nil leaves one out.
    public init(token: SecretText, tokenTypeHint: String? = nil) {
        self.token = token
        self.tokenTypeHint = tokenTypeHint
    }

    /// The names of its parameters.
    public enum Parameter: String, CodingKey {
        /// Of `token`.
        case token
        /// Of `tokenTypeHint`.
        case tokenTypeHint = "token_type_hint"
    }

    private typealias CodingKeys = Parameter
}
