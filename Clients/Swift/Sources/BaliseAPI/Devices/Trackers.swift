public import BaliseJSON
public import Foundation

/// A tracker app that reports the places of a claimed device: part of the answers of users/me/trackers.
public struct BaliseTracker: JSONConvertible, Hashable {
    /// The id with which the user changes and revokes the tracker.
    public var id: String
    /// The device whose places the app reports.
    public var device: String
    /// The user's name for the app.
    public var name: String
    /// The unit of speeds in reports whose format does not define a unit.
    public var speedUnit: SpeedUnit
    /// Whether answers to OwnTracks contain the places of friends.
    public var friends: Bool
    /// Whether all places are kept. If not, only the newest place is kept.
    public var history: Bool
    /// How long a place is kept without a history, in minutes.
    public var retentionMinutes: Int
    /// When the tracker was created.
    public var createdAt: Date
    /// The hour of the last use; nil before the first use.
    public var lastUsedAt: Date?

    public init(
        id: String, device: String, name: String, speedUnit: SpeedUnit, friends: Bool, history: Bool,
        retentionMinutes: Int, createdAt: Date, lastUsedAt: Date? = nil
    ) {
        (self.id, self.device, self.name, self.speedUnit) = (id, device, name, speedUnit)
        (self.friends, self.history, self.retentionMinutes) = (friends, history, retentionMinutes)
        (self.createdAt, self.lastUsedAt) = (createdAt, lastUsedAt)
    }
}

/// The user's trackers, the latest first: the answer of GET users/me/trackers in an envelope.
public struct BaliseTrackerList: JSONConvertible, Hashable {
    /// The trackers.
    public var trackers: [BaliseTracker]
    /// The number of trackers.
    public var totalCount: Int

    public init(trackers: [BaliseTracker], totalCount: Int) {
        (self.trackers, self.totalCount) = (trackers, totalCount)
    }
}

/// The device and settings of a new tracker: the body of POST users/me/trackers.
public struct CreateTrackerRequest: JSONConvertible, Hashable {
    /// The id of a device that the user has claimed.
    public var device: String
    /// The name, one line of at most 100 characters; nil for `tracker`.
    public var name: String?
    /// The unit of speeds in reports whose format does not define a unit; nil for knots.
    public var speedUnit: SpeedUnit?
    /// Whether answers to OwnTracks contain the places of friends; nil for no.
    public var friends: Bool?
    /// Whether all places are kept; nil to keep only the newest place.
    public var history: Bool?
    /// How long a place is kept without a history, in minutes; nil for a day.
    public var retentionMinutes: Int?

    public init(
        device: String, name: String? = nil, speedUnit: SpeedUnit? = nil, friends: Bool? = nil, history: Bool? = nil,
        retentionMinutes: Int? = nil
    ) {
        (self.device, self.name, self.speedUnit) = (device, name, speedUnit)
        (self.friends, self.history, self.retentionMinutes) = (friends, history, retentionMinutes)
    }

    /// The error for an invalid `device`.
    public static let invalidDevice = JSONShapeError(.isNot("the id of a device"), at: CodingKeys.device)
}

/// New settings of a tracker: the body of PATCH users/me/trackers/{id}. A setting that is nil stays as it is.
public struct ChangeTrackerRequest: JSONConvertible, Hashable {
    /// The new name, one line of at most 100 characters.
    public var name: String?
    /// The unit of speeds in reports whose format does not define a unit.
    public var speedUnit: SpeedUnit?
    /// Whether answers to OwnTracks contain the places of friends.
    public var friends: Bool?
    /// Whether all places are kept.
    public var history: Bool?
    /// How long a place is kept without a history, in minutes.
    public var retentionMinutes: Int?

    public init(
        name: String? = nil, speedUnit: SpeedUnit? = nil, friends: Bool? = nil, history: Bool? = nil,
        retentionMinutes: Int? = nil
    ) {
        (self.name, self.speedUnit, self.friends) = (name, speedUnit, friends)
        (self.history, self.retentionMinutes) = (history, retentionMinutes)
    }
}

/// A new tracker with its token: the answer of POST users/me/trackers in an envelope.
public struct CreatedTracker: JSONConvertible, Hashable {
    /// The tracker.
    public var tracker: BaliseTracker
    /// The token, 22 characters. The server shows it only here.
    public var token: SecretText
    /// What the user enters or opens on the phone.
    public var links: TrackerLinks
    /// Each of the links as a QR code in SVG; nil if one is longer than a QR code holds.
    public var qrCodes: TrackerLinks?

    public init(tracker: BaliseTracker, token: SecretText, links: TrackerLinks, qrCodes: TrackerLinks? = nil) {
        (self.tracker, self.token, self.links, self.qrCodes) = (tracker, token, links, qrCodes)
    }
}

/// Addresses for setting up a tracker app. Each contains the token.
public struct TrackerLinks: JSONConvertible, Hashable {
    /// The address that sets up OwnTracks when the user opens it on the phone.
    public var ownTracks: SecretText
    /// The address that sets up Overland when the user opens it on the phone.
    public var overland: SecretText
    /// The address to enter as the server in Traccar Client.
    public var traccar: SecretText
    /// The address to enter for online tracking in OsmAnd.
    public var osmAnd: SecretText
    /// The address to enter as the custom URL in GPSLogger.
    public var gpsLogger: SecretText

    public init(
        ownTracks: SecretText, overland: SecretText, traccar: SecretText, osmAnd: SecretText, gpsLogger: SecretText
    ) {
        (self.ownTracks, self.overland, self.traccar) = (ownTracks, overland, traccar)
        (self.osmAnd, self.gpsLogger) = (osmAnd, gpsLogger)
    }
}
