// Which push devices are to be reached no more: the body of DELETE users/register-device-token.

public import BaliseJSON

/// Which push tokens are to be removed: one, all of a push device, or with neither of the two all of the person.
public struct RemovePushTokensRequest: JSONConvertible, Hashable {
    /// The token itself.
    public var token: SecretString?
    /// The push device that its tokens were registered with; counts without `token`.
    public var deviceId: String?

    /// Makes a body of these members; nil leaves one out.
    public init(token: SecretString? = nil, deviceId: String? = nil) {
        self.token = token
        self.deviceId = deviceId
    }

    public init(_ json: JSONValue) throws(JSONShapeError) {
        token = try json.optional("token")
        deviceId = try json.optional("deviceId")
    }

    public func write(to json: inout JSONObject) {
        json.set("token", token)
        json.set("deviceId", deviceId)
    }
}
