public import BaliseJSON

/// An issued token: the answer of POST /oauth/token (RFC 8693, section 2.2.1).
public struct TokenExchangeResponse: JSONConvertible, Hashable {
    /// The token.
    public var accessToken: SecretText
    /// Its type, as a URN.
    public var issuedTokenType: OAuthIssuedTokenType
    /// How to send it.
    public var tokenType: BearerTokenType
    /// The seconds until it expires.
    public var expiresIn: Int64
    /// The program (tenant); nil for none in particular.
    public var program: String?

    /// Makes a body of these members; nil leaves one out.
    public init(
        accessToken: SecretText, issuedTokenType: OAuthIssuedTokenType, tokenType: BearerTokenType = .bearer,
        expiresIn: Int64, program: String? = nil
    ) {
        self.accessToken = accessToken
        self.issuedTokenType = issuedTokenType
        self.tokenType = tokenType
        self.expiresIn = expiresIn
        self.program = program
    }

    private enum CodingKeys: String, CodingKey {
        case accessToken = "access_token"
        case issuedTokenType = "issued_token_type"
        case tokenType = "token_type"
        case expiresIn = "expires_in"
        case program
    }
}
