import Foundation

/// One event of the outbox. The queue is the result of all records in order.
enum OutboxRecord: Hashable, Sendable {
    /// The first line of a rewritten file: the number of the next entry, and the earlier losses.
    case start(next: Int64, losses: LocationOutboxLosses)
    /// In a rewritten file: the recording time of the newest place that a device ever added.
    case newest(LocationDeviceID, Date)
    case taken(OutboxEntry)
    /// The server has all places of a device up to a number.
    case delivered(LocationDeviceID, through: Int64)
    /// The places of a device, up to a number, have expired.
    case expired(LocationDeviceID, through: Int64)
    /// The oldest places of a device, up to a number, were dropped for newer ones, or were discarded.
    case dropped(LocationDeviceID, through: Int64)
    case refused(OutboxEntry, reason: String)
    case refusalsCleared
}

/// The number of places that never reached the server, by reason.
public struct LocationOutboxLosses: Hashable, Sendable {
    /// Places dropped because the outbox was full, or discarded by the app.
    public internal(set) var dropped = 0
    /// Places that expired before they could be sent.
    public internal(set) var expired = 0
    /// Places that the server refused for good. The outbox's status has the latest of them.
    public internal(set) var refused = 0
    /// Places whose record in the file was damaged.
    public internal(set) var damaged = 0
}
