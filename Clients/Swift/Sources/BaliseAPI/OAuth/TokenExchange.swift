public import BaliseJSON

/// A token to exchange for a short-lived token: the body of POST /oauth/token (RFC 8693, section 2.1).
public struct TokenExchangeRequest: OAuthFormRequest, Hashable {
    /// The grant: only the exchange of tokens is supported.
    public var grantType: OAuthGrantType
    /// The type of the token to exchange.
    public var subjectTokenType: OAuthSubjectTokenType
    /// The token to exchange, of Balise or of a trusted identity provider.
    public var subjectToken: SecretText
    /// The program (tenant) to which the new token is limited; nil for no particular program.
    public var program: String?
    /// The server that accepts the new token; nil for Balise itself.
    public var audience: String?
    /// The type of the new token; nil to get an access token.
    public var requestedTokenType: OAuthIssuedTokenType?
    /// Whether to cancel a planned erasure of the account; nil means false.
    public var cancelErasure: OAuthFlag?

    public init(
        grantType: OAuthGrantType = .tokenExchange, subjectTokenType: OAuthSubjectTokenType, subjectToken: SecretText,
        program: String? = nil, audience: String? = nil, requestedTokenType: OAuthIssuedTokenType? = nil,
        cancelErasure: OAuthFlag? = nil
    ) {
        (self.grantType, self.subjectTokenType, self.subjectToken) = (grantType, subjectTokenType, subjectToken)
        (self.program, self.audience) = (program, audience)
        (self.requestedTokenType, self.cancelErasure) = (requestedTokenType, cancelErasure)
    }

    /// The names of the form's parameters.
    public enum Parameter: String, CodingKey {
        /// The grant, which is always the exchange of tokens.
        case grantType = "grant_type"
        /// The type of the token to exchange, as a URN (RFC 8693, section 3).
        case subjectTokenType = "subject_token_type"
        /// The token to exchange.
        case subjectToken = "subject_token"
        /// The program (tenant) of the new token; no parameter of RFC 8693.
        case program
        /// The server that accepts the new token.
        case audience
        /// The type of the new token, as a URN (RFC 8693, section 3).
        case requestedTokenType = "requested_token_type"
        /// Whether to cancel a planned erasure of the account; no parameter of RFC 8693.
        case cancelErasure = "cancel_erasure"
    }

    private typealias CodingKeys = Parameter

    /// Standard parameters that the server refuses. Ignoring them would issue an unwanted token.
    public enum RefusedParameter: String {
        /// The token of the party that acts for the user.
        case actorToken = "actor_token"
        /// The type of the acting party's token.
        case actorTokenType = "actor_token_type"
        /// The rights that the new token would have.
        case scope
        /// The address where the new token would be used.
        case resource
    }
}

/// A truth value in a form.
public struct OAuthFlag: OpenWord {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }

    /// The value that means yes.
    public static let yes = OAuthFlag(rawValue: "true")
    /// The value that means no.
    public static let no = OAuthFlag(rawValue: "false")
    public static let allCases: [OAuthFlag] = [.yes, .no]
}

/// The grants of POST /oauth/token.
public struct OAuthGrantType: OpenWord {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }

    /// The exchange of tokens (RFC 8693).
    public static let tokenExchange = OAuthGrantType(rawValue: "urn:ietf:params:oauth:grant-type:token-exchange")
    public static let allCases: [OAuthGrantType] = [.tokenExchange]
}

/// The type of a token to exchange, as a URN.
public struct OAuthSubjectTokenType: OpenWord {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }

    /// Any token in the form of a JWT.
    public static let jwt = OAuthSubjectTokenType(rawValue: "urn:ietf:params:oauth:token-type:jwt")
    /// An access token.
    public static let accessToken = OAuthSubjectTokenType(rawValue: "urn:ietf:params:oauth:token-type:access_token")
    /// An identity token.
    public static let idToken = OAuthSubjectTokenType(rawValue: "urn:ietf:params:oauth:token-type:id_token")
    public static let allCases: [OAuthSubjectTokenType] = [.jwt, .accessToken, .idToken]
}

/// The type of an issued token, as a URN.
public struct OAuthIssuedTokenType: OpenWord {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }

    /// An access token.
    public static let accessToken = OAuthIssuedTokenType(rawValue: "urn:ietf:params:oauth:token-type:access_token")
    /// The same access token, under the more general type JWT.
    public static let jwt = OAuthIssuedTokenType(rawValue: "urn:ietf:params:oauth:token-type:jwt")
    public static let allCases: [OAuthIssuedTokenType] = [.accessToken, .jwt]
}

/// An issued token: the answer of POST /oauth/token (RFC 8693, section 2.2.1).
public struct TokenExchangeResponse: JSONConvertible, Hashable {
    /// The new token.
    public var accessToken: SecretText
    /// The type of the new token, as a URN.
    public var issuedTokenType: OAuthIssuedTokenType
    /// How to send the new token.
    public var tokenType: BearerTokenType
    /// The seconds until the new token expires.
    public var expiresIn: Int64
    /// The program (tenant) to which the new token is limited; nil for no particular program.
    public var program: String?

    public init(
        accessToken: SecretText, issuedTokenType: OAuthIssuedTokenType, tokenType: BearerTokenType = .bearer,
        expiresIn: Int64, program: String? = nil
    ) {
        (self.accessToken, self.issuedTokenType, self.tokenType) = (accessToken, issuedTokenType, tokenType)
        (self.expiresIn, self.program) = (expiresIn, program)
    }

    private enum CodingKeys: String, CodingKey {
        case accessToken = "access_token"
        case issuedTokenType = "issued_token_type"
        case tokenType = "token_type"
        case expiresIn = "expires_in"
        case program
    }
}
