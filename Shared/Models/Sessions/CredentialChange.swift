/// A row of the credentials feed: a tombstone for each ended session or API key, and each revoked exchanged token.
public enum CredentialChange: Hashable, Sendable {
    public static let feed = FeedName(rawValue: "credentials")

    case session(SessionID)
    case apiKey(APIKeyID)
    case token(TokenID)

    /// The key in the feed, for example `session/5f0c…`.
    public var key: String {
        switch self {
        case .session(let id): "session/\(id.text)"
        case .apiKey(let id): "key/\(id.text)"
        case .token(let id): "token/\(id.text)"
        }
    }

    public init?(key: String) {
        let parts = key.split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false)
        guard parts.count == 2 else { return nil }
        let name = String(parts[1])
        switch parts[0] {
        case "session":
            guard let id = SessionID(name) else { return nil }
            self = .session(id)
        case "key":
            guard let id = APIKeyID(name) else { return nil }
            self = .apiKey(id)
        case "token":
            guard let id = TokenID(name) else { return nil }
            self = .token(id)
        default: return nil
        }
    }
}
