public import BaliseJSON
public import Foundation

/// The push devices and location devices of an account: the answer of GET /accounts/{account}/devices.
public struct AccountDevices: JSONConvertible, Hashable {
    /// The last registered first.
    public var pushDevices: [AccountPushDevice]
    /// The last claimed first.
    public var locationDevices: [AccountLocationDevice]

    public init(pushDevices: [AccountPushDevice], locationDevices: [AccountLocationDevice]) {
        self.pushDevices = pushDevices
        self.locationDevices = locationDevices
    }
}

/// A push token, without the token itself.
public struct AccountPushDevice: JSONConvertible, Hashable {
    public var id: String
    /// The provider: `apns` or `fcm`.
    public var channel: String
    /// `alert`, or `voip` for calls.
    public var purpose: String
    /// The APNs environment: `production` or `sandbox`.
    public var environment: String
    /// For example `ios`.
    public var platform: String
    public var appVersion: String?
    public var bundleId: String?
    public var muted: Bool
    public var createdAt: Date
    public var updatedAt: Date
    /// When a push last arrived there.
    public var lastUsedAt: Date?
    public var lastError: PushError?

    public struct PushError: JSONConvertible, Hashable {
        /// The provider's reason, or one of Balise.
        public var reason: String
        public var at: Date

        public init(reason: String, at: Date) {
            self.reason = reason
            self.at = at
        }
    }

    public init(
        id: String, channel: String, purpose: String, environment: String, platform: String, appVersion: String? = nil,
        bundleId: String? = nil, muted: Bool, createdAt: Date, updatedAt: Date, lastUsedAt: Date? = nil,
        lastError: PushError? = nil
    ) {
        self.id = id
        self.channel = channel
        self.purpose = purpose
        self.environment = environment
        self.platform = platform
        self.appVersion = appVersion
        self.bundleId = bundleId
        self.muted = muted
        self.createdAt = createdAt
        self.updatedAt = updatedAt
        self.lastUsedAt = lastUsedAt
        self.lastError = lastError
    }
}

/// The place of the device is not shown to operators.
public struct AccountLocationDevice: JSONConvertible, Hashable {
    /// The Miataru id.
    public var id: String
    public var claimedAt: Date
    public var hasKey: Bool

    public init(id: String, claimedAt: Date, hasKey: Bool) {
        self.id = id
        self.claimedAt = claimedAt
        self.hasKey = hasKey
    }
}
