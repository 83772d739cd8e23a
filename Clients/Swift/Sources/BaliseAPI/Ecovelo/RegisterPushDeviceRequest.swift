public import BaliseJSON

/// A push token: the body of POST devices of the Ecovelo API. The server reads the platform from the headers.
public struct RegisterPushDeviceRequest: JSONConvertible, Hashable {
    /// The token from APNs or FCM.
    public var token: SecretText

    /// Makes a body of these members.
    public init(token: SecretText) {
        self.token = token
    }
}

extension RegisterPushDeviceRequest: JSONBounded {
    public static let bounds: [TextBound<RegisterPushDeviceRequest>] = [
        TextBound(CodingKeys.token, RegisterPushTokenRequest.tokenLengths) { $0.token.value }
    ]
}

extension RegisterPushDeviceRequest: JSONOpenObject {}
