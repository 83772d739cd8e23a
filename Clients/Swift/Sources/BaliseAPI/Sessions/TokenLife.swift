// Whether a session's token changes.

/// Whether the token of a session changes or lives as long as the session.
public struct TokenLife: OpenWord {
    /// The word.
    public let rawValue: String

    /// A word, known or not.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// Short-lived access tokens, and a refresh token for the next ones.
    public static let rotating = TokenLife(rawValue: "rotating")
    /// One token for the whole session.
    public static let opaque = TokenLife(rawValue: "opaque")
    /// The words that are known here.
    public static let allCases: [TokenLife] = [.rotating, .opaque]
}
