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
}

extension RemovePushTokensRequest: JSONBounded {
    public static let bounds: [TextBound<RemovePushTokensRequest>] = [
        TextBound(CodingKeys.token, RegisterPushTokenRequest.tokenLengths) { $0.token?.value },
        TextBound(CodingKeys.deviceId, RegisterPushTokenRequest.deviceIdLengths) { $0.deviceId },
    ]
}
