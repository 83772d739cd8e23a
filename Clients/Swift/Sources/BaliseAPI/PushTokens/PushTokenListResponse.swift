public import BaliseJSON

/// The user's push tokens: the answer of GET push/tokens and users/me/devices. In JSON the list is the member `data`.
public struct PushTokenListResponse: JSONConvertible, Hashable {
    private var success = AlwaysTrue()
    /// The tokens.
    public var tokens: [RegisteredPushToken]

    /// Makes a body of these members.
    public init(tokens: [RegisteredPushToken]) {
        self.tokens = tokens
    }

    private enum CodingKeys: String, CodingKey {
        case success
        case tokens = "data"
    }
}
