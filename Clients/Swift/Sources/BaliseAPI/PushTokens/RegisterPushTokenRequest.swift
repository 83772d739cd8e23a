public import BaliseJSON

/// A push token and a description of the device: the body of POST push/register and users/register-device-token.
public struct RegisterPushTokenRequest: JSONConvertible, Hashable {
    /// The token from APNs (in hexadecimal digits) or FCM: 4 to 4,096 characters.
    public var token: SecretText
    /// `IOS`, `ANDROID` or `WEB`; nil for `IOS`.
    public var platform: String?
    /// The provider and purpose; nil to recognise it by the token's form.
    public var type: PushTokenKind?
    /// The APNs environment; nil for production, the environment of App Store builds.
    public var environment: PushEnvironment?
    /// Identifies the device across its tokens; at most 128 characters.
    public var deviceId: String?
    /// A name longer than 128 characters is shortened, so that it never prevents a registration.
    public var deviceName: String?
    /// At most 64 characters.
    public var appVersion: String?
    /// The bundle id of the app; at most 255 characters.
    public var bundleId: String?

    /// Makes a body of these members; nil leaves one out.
    public init(
        token: SecretText, platform: String? = nil, type: PushTokenKind? = nil,
        environment: PushEnvironment? = nil,
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

    /// The allowed number of characters of a token.
    public static let tokenLengths = 4...4096
    /// The allowed number of characters of a device id.
    public static let deviceIdLengths = 0...128
    /// The stored number of characters of a device's name.
    public static let deviceNameLength = 128
    /// The allowed number of characters of a bundle id.
    public static let bundleIdLengths = 0...255

    /// The error for an unknown `type`.
    public static let unknownType = JSONShapeError(
        .isNot("apns, fcm, voip, location, complication, fileprovider or mdm"), at: CodingKeys.type)
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

extension RegisterPushTokenRequest: JSONOpenObject {}
