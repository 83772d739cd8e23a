// What POST /oauth/token answers (RFC 8693, section 2.2.1).

public import BaliseJSON

/// A token that was got for another one.
public struct TokenExchangeResponse: JSONConvertible, Hashable {
    /// The token.
    public var accessToken: SecretString
    /// What it is, by its whole name.
    public var issuedTokenType: OAuthIssuedTokenType
    /// How it is shown.
    public var tokenType: BearerTokenType
    /// Seconds until it is over.
    public var expiresIn: Int64
    /// The program (tenant) that it is for; nil when it is for none in particular.
    public var program: String?

    /// Makes a body of these members; nil leaves one out.
    public init(
        accessToken: SecretString, issuedTokenType: OAuthIssuedTokenType, tokenType: BearerTokenType = .bearer,
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
