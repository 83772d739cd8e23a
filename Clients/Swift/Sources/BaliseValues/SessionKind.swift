/// Whether a session's access token is refreshed or valid for the whole session.
public struct SessionKind: OpenWord {
    /// The word.
    public let rawValue: String

    public init(rawValue: String) { self.rawValue = rawValue }

    /// Short-lived access tokens, and a refresh token, which changes at each use, for the next ones.
    public static let rotating = SessionKind(rawValue: "rotating")
    /// One token for the whole session, for apps that never refresh.
    public static let opaque = SessionKind(rawValue: "opaque")
    /// The kinds that an app can ask for.
    public static let allCases: [SessionKind] = [.rotating, .opaque]
}

/// The kind of an introspected token.
public struct IntrospectedTokenKind: OpenWord {
    /// The word.
    public let rawValue: String

    public init(rawValue: String) { self.rawValue = rawValue }

    /// An access token.
    public static let access = IntrospectedTokenKind(rawValue: "access")
    /// A refresh token.
    public static let refresh = IntrospectedTokenKind(rawValue: "refresh")
    /// An exchanged token.
    public static let exchanged = IntrospectedTokenKind(rawValue: "exchanged")
    /// A token of an identity provider.
    public static let identity = IntrospectedTokenKind(rawValue: "identity")
    /// A token of the Appwrite account API, valid only there.
    public static let appwrite = IntrospectedTokenKind(rawValue: "appwrite")
    /// The words that are known here.
    public static let allCases: [IntrospectedTokenKind] = [.access, .refresh, .exchanged, .identity, .appwrite]
}
