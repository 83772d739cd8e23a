// How a push device is reached: the body of POST push/register and users/register-device-token.

public import BaliseJSON

/// A push token, and what its app knows of the push device.
public struct RegisterPushTokenRequest: JSONConvertible, Hashable {
    /// As APNs (in hexadecimal digits) or FCM gave it to the app: 4 to 4,096 bytes.
    public var token: SecretString
    /// `IOS`, `ANDROID` or `WEB`; nil for the first.
    public var platform: String?
    /// Who brings what is pushed; nil when the form of the token tells.
    public var type: PushTokenKind?
    /// The environment of APNs; nil for that of apps from the store.
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

    /// How many bytes a push token has.
    public static let tokenBytes = 4...4096
    /// How many bytes the app's own name of a device has.
    public static let deviceIdBytes = 0...128
    /// How many bytes the name of a device has.
    public static let deviceNameBytes = 0...128
    /// How many bytes the bundle id of an app has.
    public static let bundleIdBytes = 0...255

    /// What is said to an unknown `type`.
    public static let unknownType = JSONShapeError(
        .isNot("apns, fcm, voip, location, complication, fileprovider or mdm"), at: CodingKeys.type)
    /// What is said to an unknown `environment`.
    public static let unknownEnvironment = JSONShapeError(.isNot("SANDBOX or PRODUCTION"), at: CodingKeys.environment)
}

extension RegisterPushTokenRequest: JSONBounded, JSONAliases {
    public static let bounds: [TextBound<RegisterPushTokenRequest>] = [
        TextBound(CodingKeys.token, tokenBytes) { $0.token.value.utf8.count },
        TextBound(CodingKeys.platform, 0...32) { $0.platform?.utf8.count },
        TextBound(CodingKeys.deviceId, deviceIdBytes) { $0.deviceId?.utf8.count },
        TextBound(CodingKeys.deviceName, deviceNameBytes) { $0.deviceName?.utf8.count },
        TextBound(CodingKeys.appVersion, 0...64) { $0.appVersion?.utf8.count },
        TextBound(CodingKeys.bundleId, bundleIdBytes) { $0.bundleId?.utf8.count },
    ]

    public static let otherNames = [CodingKeys.environment.stringValue: ["apnsEnvironment"]]
}

/// Apps that are older than Balise send members of their own.
extension RegisterPushTokenRequest: JSONOpenObject {}
