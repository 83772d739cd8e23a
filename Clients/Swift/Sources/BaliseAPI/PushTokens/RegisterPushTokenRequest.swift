// How a push device is reached: the body of POST push/register and users/register-device-token.

public import BaliseJSON

/// A push token, and what its app knows of the push device.
public struct RegisterPushTokenRequest: JSONConvertible, Hashable {
    /// As APNs (in hexadecimal digits) or FCM gave it to the app: 10 to 4,096 bytes.
    public var token: SecretString
    /// `IOS`, `ANDROID` or `WEB`; nil for the first.
    public var platform: String?
    /// Who brings what is pushed; nil when the form of the token tells.
    public var type: PushTokenKind?
    /// The world of APNs; nil for that of apps from the store.
    public var environment: PushTokenEnvironment?
    /// Tells two tokens of one push device from those of two; at most 128 bytes.
    public var deviceId: String?
    /// At most 128 bytes.
    public var deviceName: String?
    /// At most 64 bytes.
    public var appVersion: String?
    /// The name of the app at its platform; at most 255 bytes.
    public var bundleId: String?

    /// Makes a body of these members; nil leaves one out.
    public init(
        token: SecretString, platform: String? = nil, type: PushTokenKind? = nil,
        environment: PushTokenEnvironment? = nil,
        deviceId: String? = nil, deviceName: String? = nil, appVersion: String? = nil, bundleId: String? = nil
    ) {
        self.token = token
        self.platform = platform
        self.type = type
        self.environment = environment
        self.deviceId = deviceId
        self.deviceName = deviceName
        self.appVersion = appVersion
        self.bundleId = bundleId
    }

    public init(_ json: JSONValue) throws(JSONShapeError) {
        token = try json.needed("token")
        platform = try json.optional("platform")
        type = try json.optional("type")
        environment = try json.optional("environment")
        deviceId = try json.optional("deviceId")
        deviceName = try json.optional("deviceName")
        appVersion = try json.optional("appVersion")
        bundleId = try json.optional("bundleId")
    }

    public func write(to json: inout JSONObject) {
        json.set("token", token)
        json.set("platform", platform)
        json.set("type", type)
        json.set("environment", environment)
        json.set("deviceId", deviceId)
        json.set("deviceName", deviceName)
        json.set("appVersion", appVersion)
        json.set("bundleId", bundleId)
    }
}
