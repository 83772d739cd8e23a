// What GET push/tokens and users/me/devices answer.

public import BaliseJSON

/// All push tokens of a person. The list itself stands in `data`.
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
