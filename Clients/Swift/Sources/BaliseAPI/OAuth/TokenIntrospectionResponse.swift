// What a token is worth: the answer of POST /oauth/introspect (RFC 7662, section 2.2).

public import BaliseJSON

/// What there is to say of a token; all but `active` is nil for one that counts for nothing. `kind`, `session`,
/// `program` and `programs` are members of Balise's own.
public struct TokenIntrospectionResponse: JSONConvertible, Hashable {
    /// Whether it counts.
    public var active: Bool
    /// What kind of token it is.
    public var kind: IntrospectedTokenKind?
    /// How it is shown; nil for a refresh token, which is not, and for one of the Appwrite account API.
    public var tokenType: BearerTokenType?
    /// Who issued it.
    public var issuer: String?
    /// The account; nil while there is none.
    public var account: String?
    /// The session.
    public var session: String?
    /// For whom it counts.
    public var audience: OneOrSeveralTexts?
    /// Seconds since 1970.
    public var expiresAt: Int64?
    /// Seconds since 1970.
    public var issuedAt: Int64?
    /// Of an exchanged token.
    public var id: String?
    /// Where the token speaks for one program.
    public var program: String?
    /// Where it speaks for these programs only.
    public var programs: [String]?

    /// Makes a body of these members; nil leaves one out.
    public init(
        active: Bool, kind: IntrospectedTokenKind? = nil, tokenType: BearerTokenType? = nil, issuer: String? = nil,
        account: String? = nil, session: String? = nil, audience: OneOrSeveralTexts? = nil, expiresAt: Int64? = nil,
        issuedAt: Int64? = nil, id: String? = nil, program: String? = nil, programs: [String]? = nil
    ) {
        self.active = active
        self.kind = kind
        self.tokenType = tokenType
        self.issuer = issuer
        self.account = account
        self.session = session
        self.audience = audience
        self.expiresAt = expiresAt
        self.issuedAt = issuedAt
        self.id = id
        self.program = program
        self.programs = programs
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

/// What kind of token was asked about.
public struct IntrospectedTokenKind: OpenWord {
    /// The word.
    public let rawValue: String

    /// A word, known or not.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// Opens calls.
    public static let access = IntrospectedTokenKind(rawValue: "access")
    /// Gets the next tokens of a session.
    public static let refresh = IntrospectedTokenKind(rawValue: "refresh")
    /// Was got for another one.
    public static let exchanged = IntrospectedTokenKind(rawValue: "exchanged")
    /// Of an identity provider.
    public static let identity = IntrospectedTokenKind(rawValue: "identity")
    /// Of the Appwrite account API, and counts there alone.
    public static let appwrite = IntrospectedTokenKind(rawValue: "appwrite")
    /// The words that are known here.
    public static let allCases: [IntrospectedTokenKind] = [.access, .refresh, .exchanged, .identity, .appwrite]
}

/// How a token is shown.
public struct BearerTokenType: OpenWord {
    /// The word.
    public let rawValue: String

    /// A word, known or not.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// In `Authorization`, behind the word Bearer (RFC 6750).
    public static let bearer = BearerTokenType(rawValue: "Bearer")
    /// The words that are known here.
    public static let allCases: [BearerTokenType] = [.bearer]
}

/// A text, or an array of texts, as RFC 7519 has it for audiences.
public enum OneOrSeveralTexts: Codable, Hashable, Sendable {
    /// A text by itself.
    case one(String)
    /// An array.
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
