import Foundation
import Isolation
import MessageBus
import Models
import Storage
import Testing

/// The owner of a feed and its follower, each with a database of its own, in a folder that goes with them.
final class FeedPair: Sendable {
    private static let feed = FeedTable(FeedName(rawValue: "places"))
    private static let sourceSchema = [Migration("feed") { connection in try feed.create(in: connection) }]
    private static let followerSchema = [
        Migration("copy") { connection in
            try connection.execute(FeedCursorTable.table)
            try connection.execute("CREATE TABLE copy (key TEXT PRIMARY KEY NOT NULL, value BLOB NOT NULL) STRICT")
        }
    ]

    private let home: TemporaryFolder
    private let source: ServiceDatabase
    private let copy: ServiceDatabase
    private let bus: MessageBus
    private let client: BusClient

    static func run(_ body: (FeedPair) async throws -> Void) async throws {
        let pair = try FeedPair()
        do {
            try await body(pair)
        } catch {
            await pair.end()
            throw error
        }
        await pair.end()
    }

    private init() throws {
        home = try TemporaryFolder()
        copy = try ServiceDatabase.open(
            at: home.url.appending(path: "copy.sqlite"), migrations: FeedPair.followerSchema)
        let source = try ServiceDatabase.open(
            at: home.url.appending(path: "source.sqlite"), migrations: FeedPair.sourceSchema)
        self.source = source
        bus = try MessageBus(.patient(.location))
        let feed = FeedSource { _, epoch, after, limit in
            try await source.readSnapshot {
                try FeedPair.feed.readPage(epoch: epoch, after: after, limit: limit, in: $0)
            }
        }
        source.onCommit(changing: FeedPair.feed.name) { feed.changed(FeedPair.feed.name) }
        var handlers = HandlerTable()
        feed.serve(in: &handlers, to: [.edge])
        let server = try bus.serve(
            .location, at: try Endpoint("tcp://127.0.0.1:0"), permissions: Permissions([.edge: [ReadFeed.self]]),
            handlers: handlers)
        client = bus.client(as: .edge, endpoints: [.location: server.endpoint])
    }

    private func end() async {
        await bus.shutDown(drain: .zero)
        try? source.close()
        try? copy.close()
    }

    // MARK: The owner

    /// Gives `key` a value, or removes it with nil; on disk when it returns.
    func change(_ key: String, to value: [UInt8]?, at time: Int64) async throws {
        let now = UnixTime(milliseconds: time)
        try await source.write { connection in
            if let value {
                try FeedPair.feed.record(key, value, at: now, in: connection)
            } else {
                try FeedPair.feed.recordTombstone(key, at: now, in: connection)
            }
        }
    }

    func prune(olderThan time: Int64) async throws {
        try await source.write { connection in
            _ = try FeedPair.feed.pruneTombstones(olderThan: UnixTime(milliseconds: time), in: connection)
        }
    }

    // MARK: The follower

    /// Starts a follower from the cursor in its database, with pages that are small enough to be interrupted between.
    func follow() async throws -> (follower: FeedFollower, running: Task<Void, Never>) {
        let copy = copy
        let name = FeedPair.feed.name
        let cursor = try await copy.read { try FeedCursorTable.read(name, in: $0) }
        let follower = FeedFollower(
            of: name, at: .location, through: client,
            from: .cursor(cursor), pageSize: 7
        ) { page, _ in
            try await copy.write { connection in
                _ = try FeedCursorTable.apply(page, of: name, in: connection) {
                    try connection.execute("DELETE FROM copy")
                } apply: { change in
                    try FeedPair.take(change, in: connection)
                }
            }
        }
        return (follower, Task { await follower.run() })
    }

    private static func take(_ change: FeedChange, in connection: Connection) throws {
        guard let value = change.value else {
            try connection.run("DELETE FROM copy WHERE key = \(change.key)")
            return
        }
        try connection.run(
            """
            INSERT INTO copy VALUES (\(change.key), \(value)) ON CONFLICT (key) DO UPDATE SET value = excluded.value
            """)
    }

    func expectSameState(sourceLocation: SourceLocation = #_sourceLocation) async throws {
        let (follower, running) = try await follow()
        try await follower.catchUp(within: .seconds(60))
        await running.end()
        let page = try await source.readSnapshot {
            try FeedPair.feed.readPage(epoch: nil, after: 0, limit: 10_000, in: $0)
        }
        var truth: [String: [UInt8]] = [:]
        for change in page.changes { truth[change.key] = change.value }
        let held = try await copy.read { connection in
            Dictionary(
                uniqueKeysWithValues: try connection.all("SELECT key, value FROM copy") { row throws(StorageError) in
                    (try row["key"] as String, try row["value"] as [UInt8])
                })
        }
        #expect(held == truth, sourceLocation: sourceLocation)
    }
}
