// What an app exchanges a token with: the body of POST /oauth/token (RFC 8693, section 2.1).

import BaliseJSON

/// A token that is to be exchanged for a short one.
public struct TokenExchangeRequest: OAuthFormRequest, Hashable {
    /// The one grant that there is.
    public var grantType: OAuthGrantType
    /// What the token is.
    public var subjectTokenType: OAuthSubjectTokenType
    /// A token of Balise or of a trusted identity provider.
    public var subjectToken: SecretString
    /// The program (tenant) that the new token is for; nil for none in particular.
    public var program: String?
    /// For whom the new token is to count; nil for Balise itself.
    public var audience: String?
    /// What the new token is to be; nil for an access token.
    public var requestedTokenType: OAuthIssuedTokenType?
    /// Whether an erasure of the account that the person asked for is taken back; nil means that it is not.
    public var cancelErasure: OAuthFlag?

    /// Makes a body of these members; nil leaves one out.
    public init(
        grantType: OAuthGrantType = .tokenExchange, subjectTokenType: OAuthSubjectTokenType, subjectToken: SecretString,
        program: String? = nil, audience: String? = nil, requestedTokenType: OAuthIssuedTokenType? = nil,
        cancelErasure: OAuthFlag? = nil
    ) {
        self.grantType = grantType
        self.subjectTokenType = subjectTokenType
        self.subjectToken = subjectToken
        self.program = program
        self.audience = audience
        self.requestedTokenType = requestedTokenType
        self.cancelErasure = cancelErasure
    }

    /// The names of its parameters.
    public enum Parameter: String, CodingKey {
        /// Of `grantType`.
        case grantType = "grant_type"
        /// Of `subjectTokenType`.
        case subjectTokenType = "subject_token_type"
        /// Of `subjectToken`.
        case subjectToken = "subject_token"
        /// Of `program`.
        case program
        /// Of `audience`.
        case audience
        /// Of `requestedTokenType`.
        case requestedTokenType = "requested_token_type"
        /// Of `cancelErasure`.
        case cancelErasure = "cancel_erasure"
    }

    private typealias CodingKeys = Parameter

    /// Parameters of the standard that are refused here, since passing over them would be to give another token than
    /// was asked for.
    public enum RefusedParameter: String {
        /// Who acts for the person.
        case actorToken = "actor_token"
        /// What that token is.
        case actorTokenType = "actor_token_type"
        /// What the token is to allow.
        case scope
        /// Where the token is to be used.
        case resource
    }
}

/// Yes or no, in a form.
public struct OAuthFlag: OpenWord {
    /// The word.
    public let rawValue: String

    /// A word, known or not.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// Yes.
    public static let yes = OAuthFlag(rawValue: "true")
    /// No.
    public static let no = OAuthFlag(rawValue: "false")
    /// The words that are known here.
    public static let allCases: [OAuthFlag] = [.yes, .no]
}

/// What is asked for at POST /oauth/token.
public struct OAuthGrantType: OpenWord {
    /// The word.
    public let rawValue: String

    /// A word, known or not.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// Token exchange (RFC 8693).
    public static let tokenExchange = OAuthGrantType(rawValue: "urn:ietf:params:oauth:grant-type:token-exchange")
    /// The words that are known here.
    public static let allCases: [OAuthGrantType] = [.tokenExchange]
}

/// What a token is that can be exchanged, by its whole name.
public struct OAuthSubjectTokenType: OpenWord {
    /// The word.
    public let rawValue: String

    /// A word, known or not.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// Any JWT.
    public static let jwt = OAuthSubjectTokenType(rawValue: "urn:ietf:params:oauth:token-type:jwt")
    /// An access token.
    public static let accessToken = OAuthSubjectTokenType(rawValue: "urn:ietf:params:oauth:token-type:access_token")
    /// An identity token.
    public static let idToken = OAuthSubjectTokenType(rawValue: "urn:ietf:params:oauth:token-type:id_token")
    /// The words that are known here.
    public static let allCases: [OAuthSubjectTokenType] = [.jwt, .accessToken, .idToken]
}

/// What a token is that is given in exchange, by its whole name.
public struct OAuthIssuedTokenType: OpenWord {
    /// The word.
    public let rawValue: String

    /// A word, known or not.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// An access token.
    public static let accessToken = OAuthIssuedTokenType(rawValue: "urn:ietf:params:oauth:token-type:access_token")
    /// The same token, which is a JWT.
    public static let jwt = OAuthIssuedTokenType(rawValue: "urn:ietf:params:oauth:token-type:jwt")
    /// The words that are known here.
    public static let allCases: [OAuthIssuedTokenType] = [.accessToken, .jwt]
}
