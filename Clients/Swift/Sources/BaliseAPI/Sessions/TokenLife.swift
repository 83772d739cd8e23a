/// Whether a session's access token is refreshed or valid for the whole session.
public struct TokenLife: OpenWord {
    /// The word.
    public let rawValue: String

    public init(rawValue: String) { self.rawValue = rawValue }

    /// Short-lived access tokens, and a refresh token for the next ones.
    public static let rotating = TokenLife(rawValue: "rotating")
    /// One token for the whole session.
    public static let opaque = TokenLife(rawValue: "opaque")
    /// The words that are known here.
    public static let allCases: [TokenLife] = [.rotating, .opaque]
}
