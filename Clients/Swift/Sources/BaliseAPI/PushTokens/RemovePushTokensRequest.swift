public import BaliseJSON

/// The push tokens to remove: one, all of a device, or all of the user if both members are nil. The body of DELETE
/// users/register-device-token.
public struct RemovePushTokensRequest: JSONConvertible, Hashable {
    /// The token itself.
    public var token: SecretText?
    /// The device of the tokens; ignored if there is a `token`.
    public var deviceId: String?

    /// Makes a body of these members; nil leaves one out.
    public init(token: SecretText? = nil, deviceId: String? = nil) {
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
