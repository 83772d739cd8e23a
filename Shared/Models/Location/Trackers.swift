public import CBOR

/// The id of a tracker, for changing and revoking it. It is no secret and gives no access.
public struct TrackerID: OpaqueID {
    public let text: String

    public init?(_ text: String) {
        guard Self.isValid(text) else { return nil }
        self.text = text
    }
}

extension SpeedUnit: DirectlyCoded {
    public func write(to writer: inout MessageWriter) { writer.write(rawValue) }

    public init(reading reader: inout MessageReader) throws(UnsupportedEncoding) {
        self.init(rawValue: try reader.readText())
    }
}

/// A tracker app that reports the places of one claimed device with a token. The tracker ends with the claim.
public struct Tracker: Codable, Hashable, Sendable {
    public var id: TrackerID
    public var device: DeviceID
    /// The owner's name for the tracker.
    public var name: Personal<String>
    /// The unit of speeds in reports whose format does not define a unit.
    public var speedUnit: SpeedUnit
    /// Whether answers to OwnTracks contain the places of friends.
    public var readsFriends: Bool
    /// Whether all places are kept. If not, only the newest place is kept, for `retentionMinutes`.
    public var keepsHistory: Bool
    public var retentionMinutes: Int
    public var createdAt: UnixTime
    /// The time of the last use, rounded down to the hour; nil before the first use.
    public var lastUsedAt: UnixTime?

    enum CodingKeys: Int, CodingKey {
        case id = 0, device, name, speedUnit, readsFriends, keepsHistory, retentionMinutes, createdAt, lastUsedAt
    }

    public init(
        id: TrackerID, device: DeviceID, name: Personal<String>, speedUnit: SpeedUnit = .knots,
        readsFriends: Bool = false, keepsHistory: Bool = false, retentionMinutes: Int = TrackerChanges.usualRetention,
        createdAt: UnixTime, lastUsedAt: UnixTime? = nil
    ) {
        (self.id, self.device, self.name, self.speedUnit) = (id, device, name, speedUnit)
        (self.readsFriends, self.keepsHistory, self.retentionMinutes) = (readsFriends, keepsHistory, retentionMinutes)
        (self.createdAt, self.lastUsedAt) = (createdAt, lastUsedAt)
    }
}

/// The settings of a tracker. A nil member keeps its value; in a new tracker it gets its default.
public struct TrackerChanges: Codable, Hashable, Sendable {
    /// The default retention in minutes, a day: the tracker of a phone that lies still seldom reports.
    public static let usualRetention = 1440
    public static let retentions = 1...525_600
    public static let maximumNameLength = 100

    public var name: Personal<String>?
    public var speedUnit: SpeedUnit?
    public var readsFriends: Bool?
    public var keepsHistory: Bool?
    public var retentionMinutes: Int?

    enum CodingKeys: Int, CodingKey { case name = 0, speedUnit, readsFriends, keepsHistory, retentionMinutes }

    public init(
        name: Personal<String>? = nil, speedUnit: SpeedUnit? = nil, readsFriends: Bool? = nil,
        keepsHistory: Bool? = nil, retentionMinutes: Int? = nil
    ) {
        (self.name, self.speedUnit, self.readsFriends) = (name, speedUnit, readsFriends)
        (self.keepsHistory, self.retentionMinutes) = (keepsHistory, retentionMinutes)
    }
}

/// Creates a tracker of a claimed device. Only this reply contains its token. Errors: `invalidRequest` for a setting
/// out of range; `notFound` if the account has not claimed the device; `forbidden` if the device's key was changed
/// since; `conflict` for too many trackers.
public struct CreateTracker: RequestFromEdge, RequestByDevice {
    public static let serviceCode = ServiceCode(.location, 80)

    public struct Reply: Codable, Sendable {
        public var tracker: Tracker
        /// The token: 128 random bits in base64url. The server stores only its SHA-256.
        public var token: SecretText

        enum CodingKeys: Int, CodingKey { case tracker = 0, token }

        public init(tracker: Tracker, token: SecretText) { (self.tracker, self.token) = (tracker, token) }
    }

    public var account: AccountID
    public var device: DeviceID
    public var settings: TrackerChanges

    enum CodingKeys: Int, CodingKey { case account = 0, device, settings }

    public init(account: AccountID, device: DeviceID, settings: TrackerChanges) {
        (self.account, self.device, self.settings) = (account, device, settings)
    }
}

/// Lists an account's trackers, the latest first.
public struct ListTrackers: RequestFromEdge, RequestByAccount, IdempotentRequest {
    public typealias Reply = [Tracker]
    public static let serviceCode = ServiceCode(.location, 81)

    public var account: AccountID

    enum CodingKeys: Int, CodingKey { case account = 0 }

    public init(account: AccountID) { self.account = account }
}

/// Changes a tracker's settings. Errors: `invalidRequest` for a setting out of range, `notFound` for another account.
public struct ChangeTracker: RequestFromEdge, RequestByAccount, IdempotentRequest {
    public typealias Reply = Tracker
    public static let serviceCode = ServiceCode(.location, 82)

    public var account: AccountID
    public var tracker: TrackerID
    public var settings: TrackerChanges

    enum CodingKeys: Int, CodingKey { case account = 0, tracker, settings }

    public init(account: AccountID, tracker: TrackerID, settings: TrackerChanges) {
        (self.account, self.tracker, self.settings) = (account, tracker, settings)
    }
}

/// Ends a tracker: its token is invalid from now on. Errors: `notFound` unless the account has the tracker.
public struct RevokeTracker: RequestFromEdge, RequestByAccount {
    public static let serviceCode = ServiceCode(.location, 83)

    public var account: AccountID
    public var tracker: TrackerID

    enum CodingKeys: Int, CodingKey { case account = 0, tracker }

    public init(account: AccountID, tracker: TrackerID) { (self.account, self.tracker) = (account, tracker) }
}
