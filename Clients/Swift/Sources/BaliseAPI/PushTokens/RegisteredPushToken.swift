// A push token, as its owner sees it; PATCH push/tokens/{id} answers it in an envelope.

public import BaliseJSON
public import Foundation

/// A push token of a person. What it is itself is shown to nobody.
public struct RegisteredPushToken: JSONConvertible, Hashable {
    /// What the token is muted and removed by.
    public var id: String
    /// Who brings what is pushed.
    public var type: PushTokenKind
    /// For example `ios`.
    public var platform: String
    /// The environment of APNs.
    public var environment: PushTokenEnvironment
    /// Tells two tokens of one push device from those of two.
    @Nullable public var deviceId: String?
    /// What its person calls the push device.
    @Nullable public var deviceName: String?
    /// The version of the app.
    @Nullable public var appVersion: String?
    /// The name of the app at its platform.
    @Nullable public var bundleId: String?
    /// Whether nothing is pushed for now; `isActive` says the opposite.
    public var muted: Bool
    /// When something last arrived there.
    @Nullable public var lastUsedAt: Date?
    /// When it was registered first.
    public var createdAt: Date
    /// When it was registered last, or changed.
    public var updatedAt: Date
    /// What the app calls the Live Activity that it changes; nil for another kind.
    public var activity: String?
    /// The name of the `ActivityAttributes` of that activity, or of those that it starts.
    public var activityType: String?

    /// Makes a body of these members; nil is said as `null`.
    public init(
        id: String, type: PushTokenKind, platform: String, environment: PushTokenEnvironment, deviceId: String? = nil,
        deviceName: String? = nil, appVersion: String? = nil, bundleId: String? = nil, muted: Bool,
        lastUsedAt: Date? = nil, createdAt: Date, updatedAt: Date, activity: String? = nil,
        activityType: String? = nil
    ) {
        self.id = id
        self.type = type
        self.platform = platform
        self.environment = environment
        self.deviceId = deviceId
        self.deviceName = deviceName
        self.appVersion = appVersion
        self.bundleId = bundleId
        self.muted = muted
        self.lastUsedAt = lastUsedAt
        self.createdAt = createdAt
        self.updatedAt = updatedAt
        self.activity = activity
        self.activityType = activityType
    }

    private enum DerivedKeys: CodingKey {
        case isActive
    }

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
