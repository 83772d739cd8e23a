public import BaliseJSON
public import Foundation
public import Models

/// The push devices and location devices of an account: the answer of GET /accounts/{account}/devices.
public struct AccountDevices: JSONConvertible, Hashable {
    /// The push devices, the last registered first.
    public var pushDevices: [AccountPushDevice]
    /// The location devices, the last claimed first.
    public var locationDevices: [AccountLocationDevice]
    /// The last push devices that get no pushes any more, the latest first; nil if there is none.
    public var endedPushDevices: [EndedPushDevice]?

    public init(
        pushDevices: [AccountPushDevice], locationDevices: [AccountLocationDevice],
        endedPushDevices: [EndedPushDevice]? = nil
    ) {
        (self.pushDevices, self.locationDevices) = (pushDevices, locationDevices)
        self.endedPushDevices = endedPushDevices
    }
}

/// A former push device, which gets no pushes any more.
public struct EndedPushDevice: JSONConvertible, Hashable {
    public var id: String
    /// The device's platform, for example `ios`.
    public var platform: String?
    public var appVersion: String?
    /// Why it ended: `unreachable`, `session-ended`, `silent`, `removed` or `moved`.
    public var reason: String
    public var endedAt: Date

    public init(id: String, platform: String? = nil, appVersion: String? = nil, reason: String, endedAt: Date) {
        (self.id, self.platform, self.appVersion) = (id, platform, appVersion)
        (self.reason, self.endedAt) = (reason, endedAt)
    }
}

/// A push token, without the secret token itself.
public struct AccountPushDevice: JSONConvertible, Hashable {
    public var id: String
    /// The session that registered the device; nil for a found device, which has it beside.
    public var session: String?
    /// The provider: `apns` or `fcm`.
    public var channel: String
    /// The purpose of the token, for example `alert`, or `voip` for calls.
    public var purpose: String
    /// The APNs environment: `production` or `sandbox`.
    public var environment: String
    /// The device's platform, for example `ios`.
    public var platform: String
    public var appVersion: String?
    public var bundleId: String?
    public var muted: Bool
    public var createdAt: Date
    public var updatedAt: Date
    /// When the provider last accepted a push for the device; nil if no such push is stored.
    public var lastUsedAt: Date?
    public var lastError: PushError?

    public struct PushError: JSONConvertible, Hashable {
        /// Why the push failed, in the provider's or Balise's words.
        public var reason: String
        public var at: Date

        public init(reason: String, at: Date) { (self.reason, self.at) = (reason, at) }
    }

    public init(
        id: String, session: String? = nil, channel: String, purpose: String, environment: String, platform: String,
        appVersion: String? = nil, bundleId: String? = nil, muted: Bool, createdAt: Date, updatedAt: Date,
        lastUsedAt: Date? = nil, lastError: PushError? = nil
    ) {
        (self.id, self.session, self.channel, self.purpose) = (id, session, channel, purpose)
        (self.environment, self.platform, self.appVersion) = (environment, platform, appVersion)
        (self.bundleId, self.muted, self.createdAt) = (bundleId, muted, createdAt)
        (self.updatedAt, self.lastUsedAt, self.lastError) = (updatedAt, lastUsedAt, lastError)
    }
}

/// A location device of an account. Its place is not shown to operators.
public struct AccountLocationDevice: JSONConvertible, Hashable {
    /// The Miataru id of the device.
    public var id: String
    public var claimedAt: Date
    public var hasKey: Bool

    public init(id: String, claimedAt: Date, hasKey: Bool) {
        (self.id, self.claimedAt, self.hasKey) = (id, claimedAt, hasKey)
    }
}

/// What an account shares places with: the answer of GET /accounts/{account}/sharing.
public struct AccountSharing: JSONConvertible, Hashable {
    /// The number of open share links.
    public var shareLinks: Int
    public var trackers: Int
    public var forwarders: Int
    /// The number of forwarders whose last attempt failed.
    public var failingForwarders: Int
    /// The hosts that forwarders send to, each once.
    public var hosts: [String]
    /// The number of circles that the user is in.
    public var circles: Int

    public init(
        shareLinks: Int, trackers: Int, forwarders: Int, failingForwarders: Int, hosts: [String], circles: Int
    ) {
        (self.shareLinks, self.trackers, self.forwarders) = (shareLinks, trackers, forwarders)
        (self.failingForwarders, self.hosts, self.circles) = (failingForwarders, hosts, circles)
    }
}

/// How many were ended: the answer of DELETE /accounts/{account}/sharing/{kind}.
public struct EndedSharing: JSONConvertible, Hashable {
    public var ended: Int

    public init(ended: Int) { self.ended = ended }
}

/// The owners of devices on the map: the answer of GET /map/owners.
public struct MapOwners: JSONConvertible, Hashable {
    /// A device that no account has claimed is not among them.
    public var owners: [MapOwner]

    public init(owners: [MapOwner]) { self.owners = owners }
}

/// The account that has claimed a device on the map.
public struct MapOwner: JSONConvertible, Hashable {
    /// The Miataru id of the device.
    public var device: String
    public var account: String
    /// The user's display name, or else their names, or else the sign-in name; nil if they have none.
    public var name: String?

    public init(device: String, account: String, name: String?) {
        (self.device, self.account, self.name) = (device, account, name)
    }
}

/// The push devices that match a search: the answer of GET /push-devices.
public struct FoundPushDevices: JSONConvertible, Hashable {
    /// The devices, the last registered first, at most 20.
    public var pushDevices: [FoundAccountPushDevice]

    public init(pushDevices: [FoundAccountPushDevice]) { self.pushDevices = pushDevices }

    /// The query parameters. Exactly one of them is required.
    public enum Parameter: String, CaseIterable, Sendable {
        case token, session
    }
}

/// A push device with its account and session: an item in the answer of GET /push-devices.
public struct FoundAccountPushDevice: JSONConvertible, Hashable {
    public var account: String
    public var session: String
    /// The device, with its last delivery and its last failure.
    public var device: AccountPushDevice

    public init(account: String, session: String, device: AccountPushDevice) {
        (self.account, self.session, self.device) = (account, session, device)
    }
}

/// The results of pushes by app and credential: the answer of GET /push-health.
public struct PushHealthDescription: JSONConvertible, Hashable {
    /// When the push service started. The results are counted from then on.
    public var since: Date
    /// The obstacles that prevent sending now.
    public var problems: [String]
    public var apps: [App]

    public struct App: JSONConvertible, Hashable {
        /// The provider: `apns` or `fcm`.
        public var channel: String
        /// The APNs environment: `production` or `sandbox`.
        public var environment: String
        /// The app's bundle id; nil if the settings name none, and for FCM.
        public var bundleId: String?
        /// The credential's name in the settings; nil for the common credential of apps without their own.
        public var credential: String?
        /// The number of pushes that the provider accepted.
        public var sent: Int
        /// The number of tokens that the provider reported as invalid.
        public var gone: Int
        /// The refused pushes by reason, the most frequent first.
        public var refusals: [Refusal]
        public var lastSentAt: Date?
        /// The last push that the provider refused; nil if it refused none.
        public var lastError: AccountPushDevice.PushError?

        public init(
            channel: String, environment: String, bundleId: String? = nil, credential: String? = nil, sent: Int,
            gone: Int, refusals: [Refusal], lastSentAt: Date? = nil, lastError: AccountPushDevice.PushError? = nil
        ) {
            (self.channel, self.environment, self.bundleId) = (channel, environment, bundleId)
            (self.credential, self.sent, self.gone) = (credential, sent, gone)
            (self.refusals, self.lastSentAt, self.lastError) = (refusals, lastSentAt, lastError)
        }
    }

    public struct Refusal: JSONConvertible, Hashable {
        public var reason: String
        public var count: Int

        public init(reason: String, count: Int) { (self.reason, self.count) = (reason, count) }
    }

    public init(since: Date, problems: [String], apps: [App]) {
        (self.since, self.problems, self.apps) = (since, problems, apps)
    }
}

/// A test push: the body of POST /accounts/{account}/push-devices/{id}/test.
public struct TestPushDeviceRequest: OperatorRequest, Hashable {
    /// The title of the push; nil for `Test`.
    public var title: String?
    /// The text of the push; nil for a sentence that names the sender.
    public var body: String?

    public init(title: String? = nil, body: String? = nil) { (self.title, self.body) = (title, body) }

    public static let members: KeyValuePairs = ["title": "a text", "body": "a text"]
}

/// A page of the people of a group of installations: the answer of GET /installations/people.
public struct InstallationPeople: JSONConvertible, Hashable {
    /// The accounts, in the order of their ids.
    public var accounts: [AccountDescription]
    /// The value for `cursor` that reads the next page; nil on the last page.
    public var nextCursor: String?

    public enum Parameter: String, CaseIterable, Sendable {
        case appVersion, system, limit, cursor
    }

    public init(accounts: [AccountDescription], nextCursor: String? = nil) {
        (self.accounts, self.nextCursor) = (accounts, nextCursor)
    }
}

/// The installations of apps in use, by kind.
public struct InstallationCounts: JSONConvertible, Hashable {
    /// The time since which an installation must have been active to be counted.
    public var activeSince: Date
    /// The installations by app version, as the app reports it.
    public var appVersions: FoldedCounts
    /// The installations by system and major version, for example `iOS 17`.
    public var systems: FoldedCounts
    /// The push devices by the app's language, whatever their last activity.
    public var pushLanguages: FoldedCounts

    public init(activeSince: Date, appVersions: FoldedCounts, systems: FoldedCounts, pushLanguages: FoldedCounts) {
        (self.activeSince, self.appVersions) = (activeSince, appVersions)
        (self.systems, self.pushLanguages) = (systems, pushLanguages)
    }
}
