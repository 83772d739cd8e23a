import Foundation
import Isolation
import MessageBus
import Models
import Storage
import Synchronization
import Testing

/// Needs PostgreSQL, which a developer's Mac may lack.
let needsPostgreSQL = ConditionTrait.disabled(
    if: TestPostgreSQL.reasonToSkip != nil, "\(TestPostgreSQL.reasonToSkip ?? "")")

@Suite("Followers with one database", needsPostgreSQL, .timeLimit(.minutes(10)))
struct SharedFollowerTests {
    private static let feed = FeedTable(FeedName(rawValue: "numbers"))
    private static let source = [Migration("feed") { try feed.create(in: $0) }]
    /// `applied` counts how often a key was set.
    private static let copy = [
        Migration("cursors", sql: FeedCursorTable.table),
        Migration(
            "copy",
            sql: """
                CREATE TABLE copy (
                    key TEXT PRIMARY KEY NOT NULL, version INTEGER NOT NULL, applied INTEGER NOT NULL
                ) STRICT
                """),
    ]

    @Test(
        "No follower undoes newer changes of another with an older page, and each continues from the database's cursor")
    func noneGoesBack() async throws {
        let (sourceSchema, copySchema) = (try ServerSchema(), try ServerSchema())
        let source = try sourceSchema.open(migrations: Self.source)
        let copies = try (0..<3).map { _ in try copySchema.open(migrations: Self.copy) }
        let setBack = Count()
        let followers = copies.map { Self.follower(of: source, into: $0, setBack) }
        let running = followers.map { follower in Task { await follower.run() } }
        defer { for task in running { task.cancel() } }

        let (keys, versions) = (20, 15)
        for version in 1...versions {
            for key in 0..<keys {
                try await source.write { connection in
                    _ = try Self.feed.record("\(key)", [UInt8(version)], at: UnixTime(milliseconds: 0), in: connection)
                }
            }
        }
        for follower in followers { try await follower.catchUp(within: .seconds(60)) }
        #expect(setBack.value == 0)
        let reached = try await copies[0].read { try FeedCursorTable.read(Self.feed.name, in: $0) }
        #expect(reached?.sequence == UInt64(keys * versions))
        #expect(followers.allSatisfy { $0.cursor == reached })
        let found = try await copies[1].read { connection in
            try connection.all("SELECT version, applied FROM copy") { row throws(StorageError) in
                (version: try row["version"] as Int, applied: try row["applied"] as Int)
            }
        }
        #expect(found.count == keys && found.allSatisfy { $0.version == versions })
        // No change was applied by more than one of them.
        #expect(found.allSatisfy { $0.applied <= versions })
        for task in running {
            await task.end()
        }
        for database in copies + [source] { try database.close() }
    }

    private static func follower(
        of source: ServiceDatabase, into copy: ServiceDatabase, _ setBack: Count
    ) -> FeedFollower {
        FeedFollower(
            of: feed.name, from: .cursor(nil), pageSize: 3,
            stored: { try await copy.read { try FeedCursorTable.read(feed.name, in: $0) } },
            ask: { request, _ async throws(BusError) in
                do {
                    let page = try await source.readSnapshot {
                        try feed.readPage(epoch: request.epoch, after: request.after, limit: request.limit, in: $0)
                    }
                    // Some answers are on their way for longer than others.
                    for _ in 0..<Int.random(in: 0...200) { await Task.yield() }
                    return page
                } catch {
                    throw .timedOut
                }
            },
            apply: { page, _ in
                try await copy.write { connection in
                    _ = try FeedCursorTable.apply(page, of: feed.name, in: connection) {
                        try connection.run("DELETE FROM copy")
                    } apply: { change in
                        let version = Int(change.value?.first ?? 0)
                        let present: Int? = try connection.value("SELECT version FROM copy WHERE key = \(change.key)")
                        if let present, present >= version { setBack.add() }
                        try connection.run(
                            """
                            INSERT INTO copy (key, version, applied) VALUES (\(change.key), \(version), 1) \
                            ON CONFLICT (key) DO UPDATE SET version = excluded.version, applied = copy.applied + 1
                            """)
                    }
                }
            })
    }

    private final class Count: Sendable {
        private let count = Mutex(0)
        func add() { count.withLock { $0 += 1 } }
        var value: Int { count.withLock { $0 } }
    }
}
