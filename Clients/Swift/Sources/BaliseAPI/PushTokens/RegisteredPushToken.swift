public import BaliseJSON
public import Foundation

/// A push token of the user, without the token itself: also the answer of PATCH push/tokens/{id}, in an envelope.
public struct RegisteredPushToken: JSONConvertible, Hashable {
    /// The id with which the user mutes and removes the token.
    public var id: String
    /// The provider and purpose of the token.
    public var type: PushTokenKind
    /// The device's platform, for example `ios`.
    public var platform: String
    /// The environment of APNs.
    public var environment: PushEnvironment
    /// The app's own id for the device, the same for all of the device's tokens.
    @Nullable public var deviceId: String?
    /// The user's name for the device.
    @Nullable public var deviceName: String?
    /// The version of the app.
    @Nullable public var appVersion: String?
    /// The bundle id of the app.
    @Nullable public var bundleId: String?
    /// Whether the device gets no pushes for now. The member `isActive` has the opposite value.
    public var muted: Bool
    /// When a push last arrived at the device.
    @Nullable public var lastUsedAt: Date?
    /// When the token was first registered.
    public var createdAt: Date
    /// When the token was last registered or changed.
    public var updatedAt: Date
    /// The name of the Live Activity that the token updates; nil for other tokens.
    public var activity: String?
    /// The `ActivityAttributes` of that activity, or of the activities that the token starts; nil for other tokens.
    public var activityType: String?

    /// Creates a token; a member that is nil is written as `null`.
    public init(
        id: String, type: PushTokenKind, platform: String, environment: PushEnvironment, deviceId: String? = nil,
        deviceName: String? = nil, appVersion: String? = nil, bundleId: String? = nil, muted: Bool,
        lastUsedAt: Date? = nil, createdAt: Date, updatedAt: Date, activity: String? = nil, activityType: String? = nil
    ) {
        (self.id, self.type, self.platform, self.environment) = (id, type, platform, environment)
        self.deviceId = deviceId
        self.deviceName = deviceName
        self.appVersion = appVersion
        self.bundleId = bundleId
        self.muted = muted
        self.lastUsedAt = lastUsedAt
        (self.createdAt, self.updatedAt) = (createdAt, updatedAt)
        (self.activity, self.activityType) = (activity, activityType)
    }

    private enum DerivedKeys: CodingKey { case isActive }

    public func encode(to encoder: any Encoder) throws {
        var members = encoder.container(keyedBy: CodingKeys.self)
        var derived = encoder.container(keyedBy: DerivedKeys.self)
        try members.encode(id, forKey: .id)
        try members.encode(type, forKey: .type)
        try members.encode(platform, forKey: .platform)
        try members.encode(environment, forKey: .environment)
        try members.encode(_deviceId, forKey: .deviceId)
        try members.encode(_deviceName, forKey: .deviceName)
        try members.encode(_appVersion, forKey: .appVersion)
        try members.encode(_bundleId, forKey: .bundleId)
        try derived.encode(!muted, forKey: .isActive)
        try members.encode(muted, forKey: .muted)
        try members.encode(_lastUsedAt, forKey: .lastUsedAt)
        try members.encode(createdAt, forKey: .createdAt)
        try members.encode(updatedAt, forKey: .updatedAt)
        try members.encodeIfPresent(activity, forKey: .activity)
        try members.encodeIfPresent(activityType, forKey: .activityType)
    }
}

/// The provider of a push token, and its purpose.
public struct PushTokenKind: OpenWord {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }

    /// A token of Apple's service for notifications.
    public static let apns = PushTokenKind(rawValue: "apns")
    /// A token of Apple's service for calls (PushKit).
    public static let voip = PushTokenKind(rawValue: "voip")
    /// A token of Firebase Cloud Messaging.
    public static let fcm = PushTokenKind(rawValue: "fcm")
    /// A token of Apple's service for a location push service extension.
    public static let location = PushTokenKind(rawValue: "location")
    /// A token of Apple's service for complications of watchOS.
    public static let complication = PushTokenKind(rawValue: "complication")
    /// A token of Apple's service for a file provider extension.
    public static let fileprovider = PushTokenKind(rawValue: "fileprovider")
    /// A token of Apple's service for a managed device.
    public static let mdm = PushTokenKind(rawValue: "mdm")
    public static let allCases: [PushTokenKind] = [.apns, .voip, .fcm, .location, .complication, .fileprovider, .mdm]
}

/// The registered push token: the answer of POST push/register and users/register-device-token, in an envelope.
public struct RegisterPushTokenResponse: JSONConvertible, Hashable {
    /// The token; its members are beside the members of this body.
    @Flattened public var pushToken: RegisteredPushToken
    /// Whether the token is new for the account.
    public var isNew: Bool
    /// A text for people about the result.
    public var message: String

    public init(pushToken: RegisteredPushToken, isNew: Bool, message: String) {
        self.pushToken = pushToken
        (self.isNew, self.message) = (isNew, message)
    }
}

/// The user's push tokens: the answer of GET push/tokens and users/me/devices. In JSON the list is the member `data`.
public struct PushTokenListResponse: JSONConvertible, Hashable {
    private var success = AlwaysTrue()
    /// The user's tokens.
    public var tokens: [RegisteredPushToken]

    public init(tokens: [RegisteredPushToken]) { self.tokens = tokens }

    private enum CodingKeys: String, CodingKey {
        case success
        case tokens = "data"
    }
}
