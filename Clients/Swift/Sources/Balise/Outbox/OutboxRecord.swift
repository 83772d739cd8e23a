import Foundation

/// One event of the outbox. The queue is the result of all records in order.
enum OutboxRecord<Item: OutboxItem>: Hashable, Sendable {
    /// The first line of a rewritten file: the number of the next entry, and the earlier losses.
    case start(next: Int64, losses: OutboxLosses)
    /// In a rewritten file: the `order` of the newest item that an owner ever added.
    case newest(Item.Owner, Date)
    case taken(OutboxEntry<Item>)
    /// The server has all items of an owner up to a number.
    case delivered(Item.Owner, through: Int64)
    /// The items of an owner, up to a number, have expired.
    case expired(Item.Owner, through: Int64)
    /// The oldest items of an owner, up to a number, were dropped for newer ones, or were discarded.
    case dropped(Item.Owner, through: Int64)
    case refused(OutboxEntry<Item>, reason: String)
    case refusalsCleared
}

/// The number of items that never reached the server, by reason.
public struct OutboxLosses: Hashable, Sendable {
    /// Items dropped because the outbox was full, or discarded by the app.
    public internal(set) var dropped = 0
    /// Items that expired before they could be sent.
    public internal(set) var expired = 0
    /// Items that the server refused for good. The status of a ``LocationOutbox`` has the latest of them.
    public internal(set) var refused = 0
    /// Items whose record in the file was damaged.
    public internal(set) var damaged = 0
}
