import CBOR
public import Foundation
public import MessageBus
public import Models
import Storage

/// Another file is another life of the feed.
public final class ScriptedFeed: Sendable {
    private let table: FeedTable
    private let database: ServiceDatabase
    private let bus: MessageBus

    /// Serves the content of the file `file` of `folder` in the name of `service` at `endpoint`, to `follower` alone.
    public init(
        _ feed: FeedName, of service: ServiceName, at endpoint: Endpoint, in folder: URL, _ file: String = "scripted",
        for follower: ServiceName
    ) throws {
        let table = FeedTable(feed)
        let database = try ServiceDatabase.open(
            at: folder.appendingPathComponent("\(file).sqlite"),
            migrations: [Migration("feed") { try table.create(in: $0) }])
        (self.table, self.database) = (table, database)
        bus = try MessageBus(.patient(service))
        let source = FeedSource { _, epoch, after, limit in
            try await database.readSnapshot { try table.readPage(epoch: epoch, after: after, limit: limit, in: $0) }
        }
        database.onCommit(changing: feed) { source.changed(feed) }
        var handlers = HandlerTable()
        source.serve(in: &handlers, to: [follower])
        _ = try bus.serve(
            service, at: endpoint, permissions: Permissions([follower: [ReadFeed.self]]), handlers: handlers)
    }

    public func publish(_ key: String, _ value: some Encodable & Sendable) async throws {
        let bytes = try CBOREncoder().encode(value)
        try await database.write { [table] connection in
            try table.record(key, bytes, at: .start, in: connection)
        }
    }

    public func remove(_ key: String) async throws {
        try await database.write { [table] connection in
            try table.recordTombstone(key, at: .start, in: connection)
        }
    }

    public func end() async {
        await bus.shutDown(drain: .zero)
        try? database.close()
    }
}
