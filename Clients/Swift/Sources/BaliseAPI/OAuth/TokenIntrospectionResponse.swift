public import BaliseJSON

/// The facts about a token: the answer of POST /oauth/introspect (RFC 7662, section 2.2). For an invalid token all
/// members but `active` are nil. `kind`, `session`, `program` and `programs` are extensions of Balise.
public struct TokenIntrospectionResponse: JSONConvertible, Hashable {
    /// Whether the token is valid.
    public var active: Bool
    /// The kind of token.
    public var kind: IntrospectedTokenKind?
    /// How to send the token; nil for a refresh token and for a token of the Appwrite account API.
    public var tokenType: BearerTokenType?
    /// The issuer of the token.
    public var issuer: String?
    /// The id of the account. Nil until the first call with an identity provider's token creates the account.
    public var account: String?
    /// The id of the session.
    public var session: String?
    /// The servers that accept the token.
    public var audience: OneOrSeveralTexts?
    /// When the token expires, in seconds since 1970.
    public var expiresAt: Int64?
    /// When the token was issued, in seconds since 1970.
    public var issuedAt: Int64?
    /// The id of the token; only exchanged tokens have an id.
    public var id: String?
    /// The program, if the token is limited to one program.
    public var program: String?
    /// The programs, if the token is limited to several programs.
    public var programs: [String]?

    public init(
        active: Bool, kind: IntrospectedTokenKind? = nil, tokenType: BearerTokenType? = nil, issuer: String? = nil,
        account: String? = nil, session: String? = nil, audience: OneOrSeveralTexts? = nil, expiresAt: Int64? = nil,
        issuedAt: Int64? = nil, id: String? = nil, program: String? = nil, programs: [String]? = nil
    ) {
        (self.active, self.kind, self.tokenType, self.issuer) = (active, kind, tokenType, issuer)
        (self.account, self.session, self.audience, self.expiresAt) = (account, session, audience, expiresAt)
        (self.issuedAt, self.id, self.program, self.programs) = (issuedAt, id, program, programs)
    }

    private enum CodingKeys: String, CodingKey {
        case active, kind
        case tokenType = "token_type"
        case issuer = "iss"
        case account = "sub"
        case session = "sid"
        case audience = "aud"
        case expiresAt = "exp"
        case issuedAt = "iat"
        case id = "jti"
        case program, programs
    }
}

/// How a token is sent.
public struct BearerTokenType: OpenWord {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }

    /// The token is sent in `Authorization`, after the word Bearer (RFC 6750).
    public static let bearer = BearerTokenType(rawValue: "Bearer")
    public static let allCases: [BearerTokenType] = [.bearer]
}

/// A string or an array of strings, as in the audiences of RFC 7519.
public enum OneOrSeveralTexts: Codable, Hashable, Sendable {
    /// A single string.
    case one(String)
    /// An array of strings.
    case several([String])

    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if let text = try? container.decode(String.self) {
            self = .one(text)
        } else {
            self = .several(try container.decode([String].self))
        }
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        switch self {
        case .one(let text): try container.encode(text)
        case .several(let texts): try container.encode(texts)
        }
    }
}
