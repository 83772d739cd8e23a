// The devices of a person, as an operator sees them.

public import BaliseJSON
public import Foundation

/// On what a person is reached, and which devices of location sharing they have claimed.
public struct AccountDevices: JSONConvertible, Hashable {
    /// The last registered first.
    public var pushDevices: [AccountPushDevice]
    /// The last claimed first.
    public var locationDevices: [AccountLocationDevice]

    /// Makes a body of these members.
    public init(pushDevices: [AccountPushDevice], locationDevices: [AccountLocationDevice]) {
        self.pushDevices = pushDevices
        self.locationDevices = locationDevices
    }
}

/// A push token. What it is itself is shown to nobody.
public struct AccountPushDevice: JSONConvertible, Hashable {
    /// By which deliveries name it.
    public var id: String
    /// Who brings what is pushed: `apns` or `fcm`.
    public var channel: String
    /// `alert`, or `voip` for calls.
    public var purpose: String
    /// The environment of APNs: `production` or `sandbox`.
    public var environment: String
    /// For example `ios`.
    public var platform: String
    /// The version of the app.
    public var appVersion: String?
    /// The name of the app at its platform.
    public var bundleId: String?
    /// Whether its person wants to hear nothing there.
    public var muted: Bool
    /// When it was registered first.
    public var createdAt: Date
    /// When it was registered last.
    public var updatedAt: Date
    /// When something last arrived there.
    public var lastUsedAt: Date?
    /// What did not arrive last.
    public var lastError: PushError?

    /// Why a push did not arrive.
    public struct PushError: JSONConvertible, Hashable {
        /// The provider's word, or a few of Balise.
        public var reason: String
        /// When that was.
        public var at: Date

        /// Makes a body of these members.
        public init(reason: String, at: Date) {
            self.reason = reason
            self.at = at
        }
    }

    /// Makes a body of these members; nil leaves one out.
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

/// A device of location sharing, by its id alone: where it is, an operator is not told.
public struct AccountLocationDevice: JSONConvertible, Hashable {
    /// By which Miataru clients name it.
    public var id: String
    /// When it was claimed.
    public var claimedAt: Date
    /// Whether it has a key.
    public var hasKey: Bool

    /// Makes a body of these members.
    public init(id: String, claimedAt: Date, hasKey: Bool) {
        self.id = id
        self.claimedAt = claimedAt
        self.hasKey = hasKey
    }
}
