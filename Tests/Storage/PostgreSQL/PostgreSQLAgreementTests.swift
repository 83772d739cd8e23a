@testable import Storage

@Suite("Several processes on one PostgreSQL", needsPostgreSQL, .timeLimit(.minutes(10)))
struct PostgreSQLAgreementTests {
    private static let feed = FeedTable(FeedName(rawValue: "places"))

    // MARK: A feed

    @Test("Two followers of a feed with four writers end with the feed's state", arguments: [UInt64(1), 2, 3])
    func followers(seed: UInt64) async throws {
        let schema = try ScratchSchema()
        let migrations = [Migration("feed") { try Self.feed.create(in: $0) }]
        let databases = try (0..<4).map { _ in try schema.open(migrations: migrations) }
        let writersLeft = WritersLeft(databases.count)
        let copies = try await withThrowingTaskGroup(of: [String: [UInt8]]?.self) { group in
            for (index, database) in databases.enumerated() {
                group.addTask {
                    defer { writersLeft.finish() }
                    var random = SeededNumbers(seed: seed &* 31 &+ UInt64(index))
                    for round in 0..<60 { try await Self.change(database, Int64(round), &random) }
                    return nil
                }
            }
            for index in 0..<2 {
                group.addTask {
                    var random = SeededNumbers(seed: seed &* 37 &+ UInt64(index))
                    var follower = Follower()
                    while true {
                        let areDone = writersLeft.areNone
                        let database = databases[Int.random(in: 0..<4, using: &random)]
                        let hasMore = try await follower.follow(database, limit: .random(in: 1...9, using: &random))
                        if areDone, !hasMore { return follower.copy }
                    }
                }
            }
            return try await group.reduce(into: [[String: [UInt8]]]()) { $0 += [$1].compactMap(\.self) }
        }
        let state = try await databases[0].readSnapshot { connection in
            try connection.all("SELECT key, value FROM feed_places WHERE value IS NOT NULL") {
                row throws(StorageError) in (try row["key"] as String, try row["value"] as [UInt8])
            }
        }
        #expect(copies == Array(repeating: Dictionary(uniqueKeysWithValues: state), count: 2))
        #expect(!state.isEmpty)
        for database in databases { try database.close() }
    }

    private static func change(
        _ database: ServiceDatabase, _ round: Int64, _ random: inout SeededNumbers
    ) async throws {
        let (key, value) = ("\(Int.random(in: 0..<20, using: &random))", UInt8.random(in: 0...255, using: &random))
        let now = UnixTime(milliseconds: round)
        switch Int.random(in: 0..<10, using: &random) {
        case 0: _ = try await database.write { try feed.pruneTombstones(olderThan: now, in: $0) }
        case 1..<4: _ = try await database.write { try feed.recordTombstone(key, at: now, in: $0) }
        default: _ = try await database.write { try feed.record(key, [value], at: now, in: $0) }
        }
    }

    private final class WritersLeft: Sendable {
        private let count: Mutex<Int>
        init(_ count: Int) { self.count = Mutex(count) }
        func finish() { count.withLock { $0 -= 1 } }
        var areNone: Bool { count.withLock { $0 == 0 } }
    }

    private struct Follower {
        var copy: [String: [UInt8]] = [:]
        private var epoch: FeedEpoch?
        private var cursor: UInt64 = 0

        mutating func follow(_ database: ServiceDatabase, limit: Int) async throws -> Bool {
            let (epoch, cursor) = (epoch, cursor)
            let page = try await database.readSnapshot {
                try PostgreSQLAgreementTests.feed.readPage(epoch: epoch, after: cursor, limit: limit, in: $0)
            }
            if page.startsOver { copy = [:] }
            for change in page.changes { copy[change.key] = change.value }
            self.epoch = page.epoch
            self.cursor = page.changes.last?.sequence ?? page.highWater
            return !page.changes.isEmpty
        }
    }

    // MARK: Writes

    @Test("Four writers have the same result as the same writes in sequence on SQLite", arguments: [UInt64(1), 2])
    func writes(seed: UInt64) async throws {
        let migrations = [
            Migration(
                "accounts",
                sql: """
                    CREATE TABLE account (
                        name TEXT PRIMARY KEY NOT NULL, balance INTEGER NOT NULL CHECK (balance >= 0)
                    ) STRICT;
                    CREATE TABLE done (number INTEGER PRIMARY KEY NOT NULL, what TEXT NOT NULL, gave TEXT NOT NULL) STRICT;
                    CREATE TABLE counter (one INTEGER PRIMARY KEY NOT NULL, value INTEGER NOT NULL) STRICT;
                    INSERT INTO counter VALUES (1, 0);
                    """), Migration("feed") { try Self.feed.create(in: $0) },
        ]
        let schema = try ScratchSchema()
        let databases = try (0..<2).map { _ in try schema.open(migrations: migrations) }
        try await concurrently(4) { writer in
            var random = SeededNumbers(seed: seed &* 41 &+ UInt64(writer))
            for _ in 0..<40 { try await Step(&random).run(on: databases[writer % 2]) }
        }
        let done = try await databases[0].readSnapshot { connection in
            try connection.all("SELECT what, gave FROM done ORDER BY number") {
                row throws(StorageError) in (try row["what"] as String, try row["gave"] as String)
            }
        }
        #expect(done.count > 40)

        let scratch = try ScratchDatabase(.sqlite)
        let replayed = try scratch.open(migrations: migrations)
        for (what, gave) in done {
            let step = try #require(Step(what))
            #expect(try await replayed.write { try step.perform(in: $0) } == gave)
        }
        #expect(try await Self.state(of: replayed) == Self.state(of: databases[1]))
        for database in databases + [replayed] { try database.close() }
    }

    private static func state(of database: ServiceDatabase) async throws -> [String] {
        try await database.readSnapshot { connection in
            let accounts = try connection.all("SELECT name, balance FROM account ORDER BY name") {
                row throws(StorageError) in "\(try row["name"] as String) \(try row["balance"] as Int)"
            }
            let changes = try connection.all("SELECT sequence, key, value FROM feed_places ORDER BY sequence") {
                row throws(StorageError) in
                "\(try row["sequence"] as Int) \(try row["key"] as String) \(try row["value"] as [UInt8]?)"
            }
            return accounts + changes
        }
    }

    private struct Refusal: Error {}

    /// A step looks first, and what it does depends on what it sees.
    private struct Step {
        private let words: [String]

        init?(_ text: String) { words = text.split(separator: " ").map(String.init) }

        init(_ random: inout SeededNumbers) {
            let names = (0..<2).map { _ in "n\(Int.random(in: 0..<6, using: &random))" }
            let amount = "\(Int.random(in: 0..<50, using: &random))"
            let kinds = ["open", "move", "close", "tell", "refuse"]
            words = [kinds[Int.random(in: 0..<kinds.count, using: &random)], names[0], names[1], amount]
        }

        private var touchesFeed: Bool { words[0] == "tell" || words[0] == "close" }

        /// One that met others too often has left nothing; nor has one that refuses.
        func run(on database: ServiceDatabase) async throws {
            do {
                try await database.write(on: touchesFeed ? .common : .keys([words[1], words[2]])) { connection in
                    let gave = try perform(in: connection)
                    let number: Int? = try connection.value("UPDATE counter SET value = value + 1 RETURNING value")
                    try connection.enqueue(
                        """
                        INSERT INTO done (number, what, gave) \
                        VALUES (\(number), \(words.joined(separator: " ")), \(gave))
                        """)
                    if words[0] == "refuse" { throw Refusal() }
                }
            } catch is Refusal {
            } catch StorageError.serializationFailure {}
        }

        func perform(in connection: Connection) throws -> String {
            let (name, other, amount) = (words[1], words[2], Int(words[3]) ?? 0)
            let balance: Int? = try connection.value("SELECT balance FROM account WHERE name = \(name)")
            switch words[0] {
            case "move":
                guard let balance, balance >= amount else { return "too little" }
                guard try connection.exists("SELECT 1 FROM account WHERE name = \(other)") else { return "nobody" }
                try connection.enqueue("UPDATE account SET balance = balance - \(amount) WHERE name = \(name)")
                try connection.enqueue("UPDATE account SET balance = balance + \(amount) WHERE name = \(other)")
                return "moved"
            case "close":
                try connection.enqueue("DELETE FROM account WHERE name = \(name)")
                let feed = PostgreSQLAgreementTests.feed
                return "\(try feed.recordTombstone(name, at: UnixTime(milliseconds: 0), in: connection))"
            case "tell":
                let feed = PostgreSQLAgreementTests.feed
                let value = [UInt8(truncatingIfNeeded: balance ?? 255)]
                return "\(try feed.record(name, value, at: UnixTime(milliseconds: 0), in: connection))"
            default:
                guard balance == nil else { return "there" }
                try connection.enqueue("INSERT INTO account (name, balance) VALUES (\(name), \(amount))")
                return "opened"
            }
        }
    }
}
