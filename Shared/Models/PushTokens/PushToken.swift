/// The purpose of a push token. The raw values are stored.
public enum PushPurpose: String, Codable, Sendable, CaseIterable {
    case alert
    /// Tokens for incoming calls. Announcements are not sent to them.
    case voip
    /// Tokens that wake a location push service extension.
    case location
    /// Tokens for new data in complications of watchOS.
    case complication
    /// Tokens that wake a file provider extension.
    case fileprovider
    /// Tokens that make a managed device contact its server.
    case mdm
    /// Tokens that update and end one Live Activity.
    case activity = "liveactivity"
    /// Tokens that start Live Activities of one type.
    case activityStart = "liveactivity-start"
}

/// A push token as its user sees it, without the secret token itself.
public struct PushToken: Codable, Hashable, Sendable {
    public var id: PushTokenID
    public var account: AccountID
    public var provider: PushProvider
    /// The provider's environment, if it is known; `production` for FCM.
    public var environment: PushEnvironment
    public var purpose: PushPurpose
    /// The device's platform: `ios`, `android` or `web`.
    public var platform: String
    /// The app's own id for the device, the same for all of the device's tokens; nil if unknown.
    public var pushDevice: String?
    public var pushDeviceName: Personal<String>?
    public var appVersion: String?
    /// The app's bundle id; nil if unknown.
    public var topic: String?
    public var isMuted: Bool
    public var createdAt: UnixTime
    /// When the token was last registered.
    public var updatedAt: UnixTime
    /// When the provider last accepted a push for the token; nil if no such push is stored.
    public var lastUsedAt: UnixTime?
    /// The last push that failed or is being retried; nil if there is no such push or it was not requested.
    public var lastFailure: PushFailure?
    /// The Live Activity that the token updates; nil for a token with another purpose.
    public var activity: String?
    /// The `ActivityAttributes` of the Live Activity that the token updates or starts; nil for another purpose.
    public var activityType: String?
    /// The session that registered the token; nil if it was not requested.
    public var session: SessionID?

    enum CodingKeys: Int, CodingKey {
        case id = 0, account, provider, environment, purpose, platform, pushDevice, pushDeviceName, appVersion, topic,
            isMuted, createdAt, updatedAt, lastUsedAt, lastFailure, activity, activityType, session
    }

    public init(
        id: PushTokenID, account: AccountID, provider: PushProvider, environment: PushEnvironment, purpose: PushPurpose,
        platform: String, pushDevice: String? = nil, pushDeviceName: Personal<String>? = nil, appVersion: String? = nil,
        topic: String? = nil, isMuted: Bool, createdAt: UnixTime, updatedAt: UnixTime, lastUsedAt: UnixTime? = nil,
        lastFailure: PushFailure? = nil, activity: String? = nil, activityType: String? = nil, session: SessionID? = nil
    ) {
        (self.activity, self.activityType, self.session) = (activity, activityType, session)
        (self.id, self.account, self.provider, self.environment) = (id, account, provider, environment)
        (self.purpose, self.platform, self.pushDevice) = (purpose, platform, pushDevice)
        (self.pushDeviceName, self.appVersion, self.topic) = (pushDeviceName, appVersion, topic)
        (self.isMuted, self.createdAt, self.updatedAt) = (isMuted, createdAt, updatedAt)
        (self.lastUsedAt, self.lastFailure) = (lastUsedAt, lastFailure)
    }
}

/// A push token that no longer reaches its device.
public struct EndedPushToken: Codable, Hashable, Sendable {
    public var id: PushTokenID
    public var platform: String?
    public var appVersion: String?
    /// Why it ended, such as `unreachable`: the provider said that the app is no longer there.
    public var reason: String
    public var at: UnixTime

    enum CodingKeys: Int, CodingKey { case id = 0, platform, appVersion, reason, at }

    public init(
        id: PushTokenID, platform: String? = nil, appVersion: String? = nil, reason: String, at: UnixTime
    ) {
        (self.id, self.platform, self.appVersion) = (id, platform, appVersion)
        (self.reason, self.at) = (reason, at)
    }
}

/// The reason and time of a failed push.
public struct PushFailure: Codable, Hashable, Sendable {
    public var reason: String
    public var at: UnixTime

    enum CodingKeys: Int, CodingKey { case reason = 0, at }

    public init(reason: String, at: UnixTime) { (self.reason, self.at) = (reason, at) }
}
