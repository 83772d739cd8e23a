@Suite("Following a feed", .timeLimit(.minutes(10))) struct FeedFollowingTests {
    private static let feed = FeedTable(FeedName(rawValue: "places"))
    private static let sourceSchema = [Migration("feed") { try feed.create(in: $0) }]
    private static let followerSchema = [
        Migration("copy", sql: "CREATE TABLE copy (key TEXT PRIMARY KEY NOT NULL, value BLOB NOT NULL) STRICT"),
        Migration("cursors", sql: FeedCursorTable.table),
    ]

    @Test(
        "After any changes, prunings, restarts and restores both databases have the same state",
        arguments: UInt64(1)...8)
    func sameInTheEnd(seed: UInt64) async throws {
        var random = SeededNumbers(seed: seed)
        let folder = try ScratchFolder()
        let backup = folder.file("backup.sqlite")
        var source = try open(folder, "source.sqlite", Self.sourceSchema)
        var follower = try open(folder, "follower.sqlite", Self.followerSchema)
        var truth: [String: [UInt8]] = [:]
        var saved: [String: [UInt8]]?
        var time: Int64 = 0
        var sequence: UInt64 = 0

        for _ in 0..<300 {
            time += 1
            let key = "key \(UInt8.random(in: 0..<20, using: &random))"
            switch Int.random(in: 0..<100, using: &random) {
            case 0..<45:
                let value = [UInt8.random(in: 0...255, using: &random)]
                let given = try await record(source, key, value, time)
                #expect(given > sequence)
                (sequence, truth[key]) = (given, value)
            case 45..<65:
                let given = try await record(source, key, nil, time)
                #expect(given > sequence)
                (sequence, truth[key]) = (given, nil)
            case 65..<88:
                let limit = Int.random(in: 1...4, using: &random)
                // At times the follower dies between asking and applying, or in the midst of it.
                let dies = Int.random(in: 0..<4, using: &random) == 0
                try await followOnce(follower, source, limit: limit, dies: dies)
            case 88..<92:
                let moment = UnixTime(milliseconds: time - Int64.random(in: 0...30, using: &random))
                try await source.write { try Self.feed.pruneTombstones(olderThan: moment, in: $0) }
            case 92..<94:
                try source.close()
                source = try open(folder, "source.sqlite", Self.sourceSchema)
            case 94..<96:
                try follower.close()
                follower = try open(folder, "follower.sqlite", Self.followerSchema)
            case 96..<98:
                try source.backUp(to: backup)
                saved = truth
            default:
                guard let state = saved else { continue }
                try source.close()
                try Backup.restore(backup, to: folder.file("source.sqlite"))
                source = try open(folder, "source.sqlite", Self.sourceSchema)
                truth = state
                sequence = try await source.read { try Self.feed.highWater(in: $0) }
            }
        }
        var pages = 0
        while try await followOnce(follower, source, limit: 3, dies: false), pages < 100 { pages += 1 }
        #expect(pages < 100, "it never arrived")
        #expect(try await copy(of: follower) == truth)
        try source.close()
        try follower.close()
    }

    // MARK: -

    private struct Killed: Error {}

    @discardableResult
    private func followOnce(
        _ follower: ServiceDatabase, _ source: ServiceDatabase, limit: Int, dies: Bool
    ) async throws -> Bool {
        let cursor = try await follower.read { try FeedCursorTable.read(Self.feed.name, in: $0) }
        let page = try await source.readSnapshot {
            try Self.feed.readPage(epoch: cursor?.epoch, after: cursor?.sequence ?? 0, limit: limit, in: $0)
        }
        do {
            let reached = try await follower.write { connection in
                let reached = try FeedCursorTable.apply(page, of: Self.feed.name, in: connection) {
                    try connection.execute("DELETE FROM copy")
                } apply: {
                    try Self.apply($0, in: connection)
                }
                if dies { throw Killed() }
                return reached
            }
            return reached.map { $0.sequence < page.highWater } ?? true
        } catch is Killed {
            return true
        }
    }

    private static func apply(_ change: FeedChange, in connection: Connection) throws {
        guard let value = change.value else {
            try connection.run("DELETE FROM copy WHERE key = \(change.key)")
            return
        }
        try connection.run(
            """
            INSERT INTO copy VALUES (\(change.key), \(value)) ON CONFLICT (key) DO UPDATE SET value = excluded.value
            """)
    }

    private func copy(of follower: ServiceDatabase) async throws -> [String: [UInt8]] {
        try await follower.read { connection in
            Dictionary(
                uniqueKeysWithValues: try connection.all("SELECT key, value FROM copy") { row throws(StorageError) in
                    (try row["key"] as String, try row["value"] as [UInt8])
                })
        }
    }

    private func record(_ source: ServiceDatabase, _ key: String, _ value: [UInt8]?, _ time: Int64) async throws
        -> UInt64
    {
        try await source.write { connection in
            let now = UnixTime(milliseconds: time)
            guard let value else { return try Self.feed.recordTombstone(key, at: now, in: connection) }
            return try Self.feed.record(key, value, at: now, in: connection)
        }
    }

    private func open(_ folder: ScratchFolder, _ name: String, _ schema: [Migration]) throws -> ServiceDatabase {
        try ServiceDatabase.open(at: folder.file(name), migrations: schema)
    }
}
