// Identity as the location service sees it: an accounts feed that a test writes, in a database of its own.

import CBOR
import Foundation
import Isolation
import MessageBus
import Models
import Storage

/// Serves an accounts feed for as long as it lives.
final class ScriptedIdentity: Sendable {
    private static let feed = FeedTable(AccountChange.feed)

    private let database: ServiceDatabase
    private let bus: MessageBus
    private let endpoint: Endpoint

    /// Serves at `endpoint` what stands in the file `name` of `folder`; another file is another life of the feed.
    /// - Parameter isServing: false for one that is told something before `serve` makes it answer.
    init(at endpoint: Endpoint, in folder: URL, _ name: String = "identity", isServing: Bool = true) throws {
        self.endpoint = endpoint
        let database = try ServiceDatabase.open(
            at: folder.appendingPathComponent("\(name).sqlite"),
            migrations: [Migration("feed") { try ScriptedIdentity.feed.create(in: $0) }])
        self.database = database
        bus = try MessageBus(.patient(.identity))
        if isServing { try serve() }
    }

    /// Answers from now on.
    func serve() throws {
        let database = database
        let source = FeedSource { _, epoch, after, limit in
            try await database.readSnapshot {
                try ScriptedIdentity.feed.readPage(epoch: epoch, after: after, limit: limit, in: $0)
            }
        }
        database.onCommit(changing: AccountChange.feed) { source.changed(AccountChange.feed) }
        var handlers = HandlerTable()
        source.serve(in: &handlers, to: [.location])
        _ = try bus.serve(
            .identity, at: endpoint, permissions: Permissions([.location: [ReadFeed.self]]), handlers: handlers)
    }

    /// Tells that an account is there, in whatever state.
    func publish(_ account: AccountID, _ status: AccountStatus = .active) async throws {
        let value = try CBOREncoder().encode(AccountChange(status: status))
        try await database.write { connection in
            try ScriptedIdentity.feed.record(account.text, value, at: .start, in: connection)
        }
    }

    /// Tells that an account is gone.
    func erase(_ account: AccountID) async throws {
        try await database.write { connection in
            try ScriptedIdentity.feed.recordTombstone(account.text, at: .start, in: connection)
        }
    }

    func end() async {
        await bus.shutDown(drain: .zero)
        try? database.close()
    }
}
