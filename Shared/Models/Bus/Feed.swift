// Feeds: the ordered changes of one service's state that others follow.

public import CBOR

/// The name of a feed, for example `positions`.
public struct FeedName: RawRepresentable, Hashable, Codable, Sendable, CustomStringConvertible {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }
    public var description: String { rawValue }
}

/// Numbers a life of a feed and the prunings in it. Each opening of the database, and a restore, begins another life.
///
/// A follower that comes with another epoch starts over, unless the source knows that it has missed nothing. So a
/// source that was taken back in time cannot hide changes from it.
public struct FeedEpoch: RawRepresentable, Hashable, Codable, Sendable {
    public let rawValue: UInt64
    public init(rawValue: UInt64) { self.rawValue = rawValue }
}

/// How far a follower has come: the epoch it holds and the last sequence that it applied.
///
/// Kept in the same transaction as what was applied.
public struct FeedCursor: Hashable, Sendable {
    public var epoch: FeedEpoch
    public var sequence: UInt64

    /// Everything of `epoch` up to `sequence` is applied.
    public init(epoch: FeedEpoch, sequence: UInt64) {
        self.epoch = epoch
        self.sequence = sequence
    }

    /// That of a follower which has applied nothing; no feed has this epoch.
    public static let beginning = FeedCursor(epoch: FeedEpoch(rawValue: 0), sequence: 0)
}

/// The state of one key after its latest change.
public struct FeedChange: Codable, Hashable, Sendable {
    /// Where the change stands in the feed; grows with every change, never repeats within an epoch.
    public var sequence: UInt64
    /// What changed.
    public var key: String
    /// The new state in the owner's encoding (CBOR), or nil when the key is gone (a tombstone).
    public var value: [UInt8]?

    enum CodingKeys: Int, CodingKey { case sequence = 0, key, value }

    public init(sequence: UInt64, key: String, value: [UInt8]?) {
        self.sequence = sequence
        self.key = key
        self.value = value
    }
}

/// Some changes in the order of their sequence, and where the feed stands.
public struct FeedPage: Codable, Hashable, Sendable {
    public var epoch: FeedEpoch
    public var changes: [FeedChange]
    /// The sequence of the latest change there is. A follower whose cursor has reached it knows everything.
    public var highWater: UInt64
    /// Whether the asker's epoch or cursor is of no use here: it drops what it has and applies from 0. The page then
    /// holds the first changes of the whole state.
    public var startsOver: Bool
    /// Where its follower stood when it asked; nil where nobody says so. Not sent: the follower notes it, for those who
    /// keep the cursor, since another process with the same database may have gone further meanwhile.
    public var base: FeedCursor?

    enum CodingKeys: Int, CodingKey { case epoch = 0, changes, highWater, startsOver }

    public init(epoch: FeedEpoch, changes: [FeedChange], highWater: UInt64, startsOver: Bool) {
        self.epoch = epoch
        self.changes = changes
        self.highWater = highWater
        self.startsOver = startsOver
    }
}

/// Asks a service for what changed in one of its feeds after a cursor.
///
/// When there is nothing new the answer waits for 500 ms at most, and then comes empty. Every answer carries the
/// high-water sequence, so it also serves as a heartbeat.
public struct ReadFeed: Request {
    public typealias Reply = FeedPage
    public static let code = MessageCode(common: 1)
    public static let isIdempotent = true
    public static let waitsForChanges = true
    public var routingKey: RoutingKey? { RoutingKey(feed.rawValue) }

    public var feed: FeedName
    /// The epoch of the latest page that the follower applied; nil for one that has applied none and asks from 0.
    public var epoch: FeedEpoch?
    /// The cursor: the last sequence applied. 0 asks for the whole state; nil only asks where the feed stands now and
    /// is answered at once, for a follower that needs later changes and no state.
    public var after: UInt64?
    /// The most changes wanted in one page.
    public var limit: Int

    enum CodingKeys: Int, CodingKey { case feed = 0, epoch, after, limit }

    public var isAnsweredAtOnce: Bool { after == nil }

    public init(feed: FeedName, epoch: FeedEpoch?, after: UInt64?, limit: Int) {
        self.feed = feed
        self.epoch = epoch
        self.after = after
        self.limit = limit
    }
}

// A changed position reaches its followers in one of these, so pages travel as often as positions change.

extension FeedName: DirectlyCoded {
    public func write(to writer: inout MessageWriter) { writer.write(rawValue) }
    public init(reading reader: inout MessageReader) throws(UnsupportedEncoding) { rawValue = try reader.readText() }
}

extension FeedEpoch: DirectlyCoded {
    public func write(to writer: inout MessageWriter) { writer.write(rawValue) }
    public init(reading reader: inout MessageReader) throws(UnsupportedEncoding) {
        rawValue = try reader.readUnsigned()
    }
}

extension FeedChange: DirectFields {
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

extension FeedPage: DirectFields {
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

extension ReadFeed: DirectFields {
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
