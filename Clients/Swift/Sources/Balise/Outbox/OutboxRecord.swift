// What the outbox's file is made of.

import Foundation

/// One thing that happened to the outbox. What waits in it is what comes of all records, one after another.
enum OutboxRecord: Hashable, Sendable {
    /// Where a file that was written anew begins: the number of the next entry, and what was lost before.
    case start(next: Int64, losses: LocationOutboxLosses)
    /// In a file that was written anew: when the newest place was recorded that was ever taken in of a device.
    case newest(MiataruDeviceID, Date)
    /// A place was taken in.
    case taken(OutboxEntry)
    /// The server has all places of a device up to a number.
    case delivered(MiataruDeviceID, through: Int64)
    /// The time was over for which the places of a device up to a number were to be shown.
    case expired(MiataruDeviceID, through: Int64)
    /// The oldest places of a device, up to a number, made room for newer ones, or were discarded.
    case dropped(MiataruDeviceID, through: Int64)
    /// The server refuses a place for good.
    case refused(OutboxEntry, reason: String)
    /// The app has seen what the server refused.
    case refusalsCleared
}

/// How many places never reached the server, and why.
public struct LocationOutboxLosses: Hashable, Sendable {
    /// Those that made room for newer ones because the outbox was full, or that the app discarded.
    public internal(set) var dropped = 0
    /// Those whose time was over before they could be sent; nobody was to see them any more.
    public internal(set) var expired = 0
    /// Those that the server refused for good. The latest of them stand in the outbox's status.
    public internal(set) var refused = 0
    /// Those whose record in the file was damaged.
    public internal(set) var damaged = 0
}
