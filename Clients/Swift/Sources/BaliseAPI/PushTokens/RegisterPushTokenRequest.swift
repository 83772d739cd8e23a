// How a push device is reached: the body of POST push/register and users/register-device-token.

public import BaliseJSON

/// A push token, and what its app knows of the push device.
public struct RegisterPushTokenRequest: JSONConvertible, Hashable {
    /// As APNs (in hexadecimal digits) or FCM gave it to the app: 4 to 4,096 characters.
    public var token: SecretString
    /// `IOS`, `ANDROID` or `WEB`; nil for the first.
    public var platform: String?
    /// Who brings what is pushed; nil when the form of the token tells.
    public var type: PushTokenKind?
    /// The environment of APNs; nil for that of apps from the store.
    public var environment: PushTokenEnvironment?
    /// Tells two tokens of one push device from those of two; at most 128 characters.
    public var deviceId: String?
    /// A longer one than 128 characters is shortened: nobody may fail to register for the name of a device.
    public var deviceName: String?
    /// At most 64 characters.
    public var appVersion: String?
    /// The name of the app at its platform; at most 255 characters.
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

    /// How many characters a push token has.
    public static let tokenLengths = 4...4096
    /// How many characters the app's own name of a device has.
    public static let deviceIdLengths = 0...128
    /// How many characters of the name of a device are kept.
    public static let deviceNameLength = 128
    /// How many characters the bundle id of an app has.
    public static let bundleIdLengths = 0...255

    /// What is said to an unknown `type`.
    public static let unknownType = JSONShapeError(
        .isNot("apns, fcm, voip, location, complication, fileprovider or mdm"), at: CodingKeys.type)
    /// What is said to an unknown `environment`.
    public static let unknownEnvironment = JSONShapeError(.isNot("SANDBOX or PRODUCTION"), at: CodingKeys.environment)
}

extension RegisterPushTokenRequest: JSONBounded, JSONAliases {
    public static let bounds: [TextBound<RegisterPushTokenRequest>] = [
        TextBound(CodingKeys.token, tokenLengths) { $0.token.value },
        TextBound(CodingKeys.platform, 0...32) { $0.platform },
        TextBound(CodingKeys.deviceId, deviceIdLengths) { $0.deviceId },
        TextBound(CodingKeys.appVersion, 0...64) { $0.appVersion },
        TextBound(CodingKeys.bundleId, bundleIdLengths) { $0.bundleId },
    ]

    public static let otherNames = [CodingKeys.environment.stringValue: ["apnsEnvironment"]]
}

/// Apps that are older than Balise send members of their own.
extension RegisterPushTokenRequest: JSONOpenObject {}
