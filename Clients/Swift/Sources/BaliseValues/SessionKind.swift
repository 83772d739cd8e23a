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
