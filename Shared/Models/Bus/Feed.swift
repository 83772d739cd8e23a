public import CBOR

/// The name of a feed, for example `positions`.
public struct FeedName: RawRepresentable, Hashable, Codable, Sendable, CustomStringConvertible, DirectlyCoded {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }
    public var description: String { rawValue }

    public func write(to writer: inout MessageWriter) { writer.write(rawValue) }
    public init(reading reader: inout MessageReader) throws(UnsupportedEncoding) { rawValue = try reader.readText() }
}

/// A number that changes when followers may have missed something: at each opening of a SQLite database, each restore
/// or replacement of the database, and each pruning. So a restored source cannot hide changes: a follower with another
/// epoch starts over, unless the source knows that it has missed nothing.
public struct FeedEpoch: RawRepresentable, Hashable, Codable, Sendable, DirectlyCoded {
    public let rawValue: UInt64
    public init(rawValue: UInt64) { self.rawValue = rawValue }

    public func write(to writer: inout MessageWriter) { writer.write(rawValue) }
    public init(reading reader: inout MessageReader) throws(UnsupportedEncoding) {
        rawValue = try reader.readUnsigned()
    }
}

/// The position of a follower: its epoch and the last applied sequence. It is stored in the transaction of the changes.
public struct FeedCursor: Hashable, Sendable {
    public var epoch: FeedEpoch
    public var sequence: UInt64

    /// Creates a cursor, which means that every change up to `sequence` is applied.
    public init(epoch: FeedEpoch, sequence: UInt64) { (self.epoch, self.sequence) = (epoch, sequence) }

    /// The cursor of a new follower; no feed has this epoch.
    public static let beginning = FeedCursor(epoch: FeedEpoch(rawValue: 0), sequence: 0)
}

/// The latest state of one key in a feed. Earlier states of the key are not sent.
public struct FeedChange: Codable, Hashable, Sendable, DirectFields {
    /// The change's sequence number. It increases with every change, and never repeats within an epoch.
    public var sequence: UInt64
    public var key: String
    /// The new state in the owner's encoding (CBOR); nil for a tombstone.
    public var value: [UInt8]?

    enum CodingKeys: Int, CodingKey { case sequence = 0, key, value }

    public init(sequence: UInt64, key: String, value: [UInt8]?) {
        (self.sequence, self.key, self.value) = (sequence, key, value)
    }

    public func writeFields(to writer: inout MessageWriter) {
        writer.put(CodingKeys.sequence, sequence)
        writer.put(CodingKeys.key, key)
        writer.put(CodingKeys.value, value.map(ByteString.init))
    }

    public init(readingFields reader: inout MessageReader) throws(UnsupportedEncoding) {
        sequence = try reader.take(CodingKeys.sequence)
        key = try reader.take(CodingKeys.key)
        let value: ByteString? = try reader.takeIfPresent(CodingKeys.value)
        self.value = value?.bytes
    }
}

/// Changes in the order of their sequence numbers. Pages code themselves directly, because every changed position
/// reaches its followers in a page.
public struct FeedPage: Codable, Hashable, Sendable, DirectFields {
    public var epoch: FeedEpoch
    public var changes: [FeedChange]
    /// The sequence number of the latest change. A follower whose cursor has reached it has every change.
    public var highWater: UInt64
    /// Whether the follower starts over, because its epoch or cursor is unusable: from this page on, the whole state
    /// replaces its state.
    public var startsOver: Bool
    /// The follower's cursor when it asked; nil if unknown. It is not sent. The follower sets it, because another
    /// process with the same database may have advanced further.
    public var base: FeedCursor?

    enum CodingKeys: Int, CodingKey { case epoch = 0, changes, highWater, startsOver }

    public init(epoch: FeedEpoch, changes: [FeedChange], highWater: UInt64, startsOver: Bool) {
        (self.epoch, self.changes, self.highWater, self.startsOver) = (epoch, changes, highWater, startsOver)
    }

    public func writeFields(to writer: inout MessageWriter) {
        writer.put(CodingKeys.epoch, epoch)
        writer.put(CodingKeys.changes, changes)
        writer.put(CodingKeys.highWater, highWater)
        writer.put(CodingKeys.startsOver, startsOver)
    }

    public init(readingFields reader: inout MessageReader) throws(UnsupportedEncoding) {
        epoch = try reader.take(CodingKeys.epoch)
        changes = try reader.take(CodingKeys.changes)
        highWater = try reader.take(CodingKeys.highWater)
        startsOver = try reader.take(CodingKeys.startsOver)
    }
}

/// Asks for the changes of a feed after a cursor. If there are none, the answer waits for at most 500 ms and is then
/// empty. Every answer contains the high-water sequence, so it also serves as a heartbeat.
public struct ReadFeed: IdempotentRequest, DirectFields {
    public typealias Reply = FeedPage
    public static let code = MessageCode(common: 1)
    public static let waitsForChanges = true
    public var routingKey: RoutingKey? { RoutingKey(feed.rawValue) }

    public var feed: FeedName
    /// The epoch of the last applied page; nil for a new follower, which asks from 0.
    public var epoch: FeedEpoch?
    /// The last applied sequence number; 0 asks for the whole state. Nil asks only for the current position and is
    /// answered at once, for a follower that needs no state.
    public var after: UInt64?
    public var limit: Int

    enum CodingKeys: Int, CodingKey { case feed = 0, epoch, after, limit }

    public var isAnsweredAtOnce: Bool { after == nil }

    public init(feed: FeedName, epoch: FeedEpoch?, after: UInt64?, limit: Int) {
        (self.feed, self.epoch, self.after, self.limit) = (feed, epoch, after, limit)
    }

    public func writeFields(to writer: inout MessageWriter) {
        writer.put(CodingKeys.feed, feed)
        writer.put(CodingKeys.epoch, epoch)
        writer.put(CodingKeys.after, after)
        writer.put(CodingKeys.limit, limit)
    }

    public init(readingFields reader: inout MessageReader) throws(UnsupportedEncoding) {
        feed = try reader.take(CodingKeys.feed)
        epoch = try reader.takeIfPresent(CodingKeys.epoch)
        after = try reader.takeIfPresent(CodingKeys.after)
        limit = try reader.take(CodingKeys.limit)
    }
}
