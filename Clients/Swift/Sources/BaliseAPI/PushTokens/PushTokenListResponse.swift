// What GET push/tokens and users/me/devices answer.

public import BaliseJSON

/// All push tokens of a person. The list itself stands in `data`.
public struct PushTokenListResponse: JSONConvertible, Hashable {
    /// The tokens.
    public var tokens: [RegisteredPushToken]

    /// Makes a body of these members.
    public init(tokens: [RegisteredPushToken]) {
        self.tokens = tokens
    }

    public init(_ json: JSONValue) throws(JSONShapeError) {
        tokens = try json.needed("data")
    }

    public func write(to json: inout JSONObject) {
        json.beginEnvelope()
        json.set("data", tokens)
    }
}
