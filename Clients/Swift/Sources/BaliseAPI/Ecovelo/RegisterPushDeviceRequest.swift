// How a web app's host is reached: the body of POST devices of the Ecovelo API.

public import BaliseJSON

/// A push token. On which system the page runs the server sees.
public struct RegisterPushDeviceRequest: JSONConvertible, Hashable {
    /// As APNs or FCM gave it to the app.
    public var token: SecretString

    /// Makes a body of these members.
    public init(token: SecretString) {
        self.token = token
    }
}

extension RegisterPushDeviceRequest: JSONBounded {
    public static let bounds: [TextBound<RegisterPushDeviceRequest>] = [
        TextBound(CodingKeys.token, RegisterPushTokenRequest.tokenLengths) { $0.token.value }
    ]
}

/// The web app sends members of its own.
extension RegisterPushDeviceRequest: JSONOpenObject {}
