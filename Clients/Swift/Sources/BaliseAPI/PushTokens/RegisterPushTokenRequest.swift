public import BaliseJSON

/// A push token and a description of the device: the body of POST push/register and users/register-device-token.
public struct RegisterPushTokenRequest: JSONBounded, JSONOpenObject, JSONAliases, Hashable {
    /// The token, 4 to 4,096 characters: from APNs in hexadecimal digits, or from FCM.
    public var token: SecretText
    /// `IOS`, `ANDROID` or `WEB`; nil means `IOS`.
    public var platform: String?
    /// The provider and purpose of the token; nil to let the server recognise them by the token's form.
    public var type: PushTokenKind?
    /// The APNs environment; nil for production, the environment of App Store builds.
    public var environment: PushEnvironment?
    /// The app's own id for the device, the same for all of its tokens; at most 128 characters.
    public var deviceId: String?
    /// The device's name. A name longer than 128 characters is shortened, so that it never prevents a registration.
    public var deviceName: String?
    /// The version of the app, at most 64 characters.
    public var appVersion: String?
    /// The bundle id of the app; at most 255 characters.
    public var bundleId: String?

    public init(
        token: SecretText, platform: String? = nil, type: PushTokenKind? = nil, environment: PushEnvironment? = nil,
        deviceId: String? = nil, deviceName: String? = nil, appVersion: String? = nil, bundleId: String? = nil
    ) {
        (self.token, self.platform, self.type) = (token, platform, type)
        (self.environment, self.deviceId, self.deviceName) = (environment, deviceId, deviceName)
        (self.appVersion, self.bundleId) = (appVersion, bundleId)
    }

    /// The allowed number of characters of a token.
    public static let tokenLengths = 4...4096
    /// The allowed number of characters of a `deviceId`.
    public static let deviceIdLengths = 0...128
    /// The number of characters to which a device's name is shortened.
    public static let deviceNameLength = 128
    /// The allowed number of characters of a bundle id.
    public static let bundleIdLengths = 0...255

    /// The error for an unknown `type`.
    public static let unknownType = JSONShapeError(
        .isNot("apns, fcm, voip, location, complication, fileprovider or mdm"), at: CodingKeys.type)

    public static let bounds: [TextBound<RegisterPushTokenRequest>] = [
        TextBound(CodingKeys.token, tokenLengths) { $0.token.value },
        TextBound(CodingKeys.platform, 0...32) { $0.platform },
        TextBound(CodingKeys.deviceId, deviceIdLengths) { $0.deviceId },
        TextBound(CodingKeys.appVersion, 0...64) { $0.appVersion },
        TextBound(CodingKeys.bundleId, bundleIdLengths) { $0.bundleId },
    ]

    public var shapeErrors: [JSONShapeError] {
        let isKnown = type.map { PushTokenKind(rawValue: $0.rawValue.lowercased()).isKnown } ?? true
        return isKnown ? boundErrors : boundErrors + [RegisterPushTokenRequest.unknownType]
    }

    public static let otherNames = [CodingKeys.environment.stringValue: ["apnsEnvironment"]]
}

/// A token of ActivityKit, for a Live Activity or for starting one: the body of POST push/live-activities.
public struct RegisterLiveActivityRequest: JSONBounded, Hashable {
    /// The token in hexadecimal digits: 4 to 4,096 characters.
    public var token: SecretText
    /// The name of the app's `ActivityAttributes`; 1 to 128 characters.
    public var activityType: String
    /// The name that app and publisher use for the activity, at most 128 characters; nil for a start token.
    public var activity: String?
    /// The APNs environment; nil for production, the environment of App Store builds.
    public var environment: PushEnvironment?
    /// The app's own id for the device, the same for all of its tokens; at most 128 characters.
    public var deviceId: String?
    /// The bundle id of the app; at most 255 characters.
    public var bundleId: String?

    public init(
        token: SecretText, activityType: String, activity: String? = nil, environment: PushEnvironment? = nil,
        deviceId: String? = nil, bundleId: String? = nil
    ) {
        (self.token, self.activityType, self.activity) = (token, activityType, activity)
        (self.environment, self.deviceId, self.bundleId) = (environment, deviceId, bundleId)
    }

    public static let bounds: [TextBound<RegisterLiveActivityRequest>] = [
        TextBound(CodingKeys.token, RegisterPushTokenRequest.tokenLengths) { $0.token.value },
        TextBound(CodingKeys.activityType, LiveActivityContent.activityLengths) { $0.activityType },
        TextBound(CodingKeys.activity, 0...LiveActivityContent.activityLengths.upperBound) { $0.activity },
        TextBound(CodingKeys.deviceId, RegisterPushTokenRequest.deviceIdLengths) { $0.deviceId },
        TextBound(CodingKeys.bundleId, RegisterPushTokenRequest.bundleIdLengths) { $0.bundleId },
    ]
}

/// Whether to mute a push token: the body of PATCH push/tokens/{id}.
public struct MutePushTokenRequest: JSONConvertible, Hashable {
    /// Whether the token gets no pushes. False unmutes the token.
    public var muted: Bool

    public init(muted: Bool) { self.muted = muted }
}

/// The new tags of a push device, which replace its earlier tags: the body of PUT push/tokens/{id}/tags.
public struct SetDeviceTagsRequest: JSONConvertible, Hashable {
    /// The tags, at most 20. The operator must have defined each of them.
    public var tags: [String]

    public init(tags: [String]) { self.tags = tags }
}

/// The push tokens to remove: the body of DELETE users/register-device-token. If both members are nil, all of the
/// user's tokens are removed.
public struct RemovePushTokensRequest: JSONBounded, Hashable {
    /// The token itself, to remove only this token.
    public var token: SecretText?
    /// The app's id of the device whose tokens are removed; ignored if there is a `token`.
    public var deviceId: String?

    public init(token: SecretText? = nil, deviceId: String? = nil) { (self.token, self.deviceId) = (token, deviceId) }

    public static let bounds: [TextBound<RemovePushTokensRequest>] = [
        TextBound(CodingKeys.token, RegisterPushTokenRequest.tokenLengths) { $0.token?.value },
        TextBound(CodingKeys.deviceId, RegisterPushTokenRequest.deviceIdLengths) { $0.deviceId },
    ]
}

/// How many push tokens were removed: the answer of DELETE users/register-device-token.
public struct RemovePushTokensResponse: JSONConvertible, Hashable {
    private var success = AlwaysTrue()
    /// A text for people about the result.
    public var message: String
    /// The number of removed tokens.
    public var deletedCount: Int
    private var data = EmptyObject()

    public init(message: String, deletedCount: Int) { (self.message, self.deletedCount) = (message, deletedCount) }
}
