// The push address of a push device.

/// Who brings notifications to a push device.
public enum PushProvider: String, Codable, Sendable, CaseIterable {
    /// The Apple Push Notification service.
    case apns
    /// Firebase Cloud Messaging.
    case fcm
}

/// For which of APNs' two environments a token was made.
public enum PushEnvironment: String, Codable, Sendable, CaseIterable {
    case production
    /// Builds that come from Xcode.
    case sandbox
}

/// What a push token is for.
public enum PushPurpose: String, Codable, Sendable, CaseIterable {
    case alert
    /// Incoming calls; nothing that is announced goes there.
    case voip
    /// Wakes a location push service extension.
    case location
    /// New data for complications of watchOS.
    case complication
    /// Wakes a file provider extension.
    case fileprovider
    /// Asks a managed device to call its server.
    case mdm
    /// Changes and ends one Live Activity.
    case activity = "liveactivity"
    /// Starts Live Activities of one type.
    case activityStart = "liveactivity-start"
}

/// The push address of a push device as its owner sees it. The token itself is shown to nobody.
public struct PushToken: Codable, Hashable, Sendable {
    public var id: PushTokenID
    public var account: AccountID
    public var provider: PushProvider
    /// As far as is known; `production` for FCM.
    public var environment: PushEnvironment
    public var purpose: PushPurpose
    /// `ios`, `android` or `web`.
    public var platform: String
    /// What the app calls the push device; tells two tokens of one push device from those of two.
    public var pushDevice: String?
    public var pushDeviceName: Personal<String>?
    public var appVersion: String?
    /// The bundle id of the app, where it says so.
    public var topic: String?
    /// Whether its owner wants to hear nothing there.
    public var isMuted: Bool
    public var createdAt: UnixTime
    /// When it was last registered.
    public var updatedAt: UnixTime
    /// When something was last delivered to it.
    public var lastUsedAt: UnixTime?
    /// The latest delivery to it that failed, or that is still tried after a failure; nil when there is none, and where
    /// nobody has asked for it.
    public var lastFailure: PushFailure?
    /// The Live Activity that it changes; nil for a token of another purpose.
    public var activity: String?
    /// The name of the `ActivityAttributes` of that activity, or of those that it starts.
    public var activityType: String?

    enum CodingKeys: Int, CodingKey {
        case id = 0, account, provider, environment, purpose, platform, pushDevice, pushDeviceName, appVersion, topic,
            isMuted, createdAt, updatedAt, lastUsedAt, lastFailure, activity, activityType
    }

    public init(
        id: PushTokenID, account: AccountID, provider: PushProvider, environment: PushEnvironment, purpose: PushPurpose,
        platform: String, pushDevice: String? = nil, pushDeviceName: Personal<String>? = nil, appVersion: String? = nil,
        topic: String? = nil, isMuted: Bool, createdAt: UnixTime, updatedAt: UnixTime, lastUsedAt: UnixTime? = nil,
        lastFailure: PushFailure? = nil, activity: String? = nil, activityType: String? = nil
    ) {
        (self.activity, self.activityType) = (activity, activityType)
        self.id = id
        self.account = account
        self.provider = provider
        self.environment = environment
        self.purpose = purpose
        self.platform = platform
        self.pushDevice = pushDevice
        self.pushDeviceName = pushDeviceName
        self.appVersion = appVersion
        self.topic = topic
        self.isMuted = isMuted
        self.createdAt = createdAt
        self.updatedAt = updatedAt
        self.lastUsedAt = lastUsedAt
        self.lastFailure = lastFailure
    }
}

/// Why a push did not arrive.
public struct PushFailure: Codable, Hashable, Sendable {
    /// The provider's word, or a few of ours.
    public var reason: String
    public var at: UnixTime

    enum CodingKeys: Int, CodingKey { case reason = 0, at }

    public init(reason: String, at: UnixTime) {
        self.reason = reason
        self.at = at
    }
}
