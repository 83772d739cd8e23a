@testable import Storage

@Suite("Writing on PostgreSQL", needsPostgreSQL, .timeLimit(.minutes(10))) struct PostgreSQLWriterTests {
    private static let feed = FeedTable(FeedName(rawValue: "places"))
    private static let withFeed = [Migration.notes, Migration("feed") { try feed.create(in: $0) }]
    private static let counter = Migration(
        "counter", sql: "CREATE TABLE counter (key TEXT PRIMARY KEY NOT NULL, value INTEGER NOT NULL) STRICT")

    // MARK: Partitions

    @Test("A write waits only for writes of its own partition")
    func partitions() async throws {
        let database = try ScratchSchema().open()
        let (other, same) = try #require(Self.keys(besides: "a"))
        let gate = Gate(holding: database, on: .key("a"))
        let order = Mutex<[String]>([])
        let late = AsyncStream<Void> { stream in
            database.write(on: .key(same)) {
                try $0.addNote("same")
            } completion: { _ in
                order.withLock { $0.append("same") }
                stream.finish()
            }
        }
        for (partition, text) in [(WritePartition.common, "common"), (.key(other), "other")] {
            try await database.write(on: partition) { try $0.addNote(text) }
            order.withLock { $0.append(text) }
        }
        gate.open()
        for await _ in late {}
        #expect(order.withLock { $0 } == ["common", "other", "same"])
        try database.close()
    }

    /// A key of another partition, and another key of the same one.
    private static func keys(besides key: String) -> (other: String, same: String)? {
        let keys = (0..<100).map { "\(key)\($0)" }
        let index = PostgreSQLWriter.index(of: key)
        guard let other = keys.first(where: { PostgreSQLWriter.index(of: $0) != index }),
            let same = keys.first(where: { PostgreSQLWriter.index(of: $0) == index })
        else { return nil }
        return (other, same)
    }

    @Test("Keys are spread evenly over the partitions", arguments: ["device ", "", "0000000000000000"])
    func spread(prefix: String) {
        let counts = (0..<4000).reduce(into: [0, 0, 0, 0]) { counts, number in
            counts[PostgreSQLWriter.index(of: prefix + "\(number)")] += 1
        }
        #expect(counts.allSatisfy { (850...1150).contains($0) }, "\(counts)")
    }

    @Test("A write with a key of its own that changes a feed is a defect", arguments: TestEngine.available)
    func keyedFeed(engine: TestEngine) async throws {
        try await engine.withDatabase(migrations: Self.withFeed) { database in
            let record: @Sendable (Connection) throws -> Void = { connection in
                try Self.feed.record("a", [1], at: UnixTime(milliseconds: 0), in: connection)
            }
            #expect(await storageError { try await database.write(on: .key("a"), record) }.isMisuse)
            try await database.write(record)
            #expect(try await database.read { try Self.feed.highWater(in: $0) } == 1)

            try await database.write { connection in
                try Self.feed.recordTombstone("a", at: UnixTime(milliseconds: 0), in: connection)
            }
            let prune: @Sendable (Connection) throws -> Int = { connection in
                try Self.feed.pruneTombstones(olderThan: UnixTime(milliseconds: 1), in: connection)
            }
            #expect(await storageError { _ = try await database.write(on: .key("a"), prune) }.isMisuse)
            #expect(try await database.write(prune) == 1)
        }
    }

    // MARK: Others in the way

    @Test("Simultaneous changes of one row by several processes all take effect")
    func meeting() async throws {
        let schema = try ScratchSchema()
        let databases = try (0..<2).map { _ in try schema.open(migrations: [Self.counter]) }
        try await databases[0].write { try $0.run("INSERT INTO counter VALUES ('a', 0)") }
        let succeeded = try await withThrowingTaskGroup(of: Int.self) { group in
            for number in 0..<40 {
                group.addTask {
                    // Read here, changed here: only transactions that are as if one after another get this right.
                    try await databases[number % 2].write(on: .key("\(number)")) { connection in
                        let value = try connection.number("SELECT value FROM counter WHERE key = 'a'")
                        try connection.enqueue("UPDATE counter SET value = \(value + 1) WHERE key = 'a'")
                    }
                    return 1
                }
            }
            // One may meet others five times in a row and be given up: then it has left nothing.
            var succeeded = 0
            while let result = await group.nextResult() {
                do { succeeded += try result.get() } catch StorageError.serializationFailure {}
            }
            return succeeded
        }
        #expect(succeeded > 0)
        let value = try await databases[1].read { try $0.number("SELECT value FROM counter") }
        #expect(value == Int64(succeeded))
        for database in databases { try database.close() }
    }

    @Test("A batch that always conflicts runs five times, and then each write alone")
    func givenUp() async throws {
        let schema = try ScratchSchema()
        let database = try schema.open()
        try schema.connection().runScript(
            """
            CREATE FUNCTION give_up() RETURNS bigint LANGUAGE plpgsql AS
            'BEGIN RAISE EXCEPTION USING ERRCODE = ''40001''; END'
            """)
        let runs = Mutex([0, 0, 0])
        let results = await inOneBatch(
            of: database,
            (0..<3).map { number in
                { @Sendable connection in
                    try connection.addNote("\(number)")
                    runs.withLock { $0[number] += 1 }
                    if number == 1 { try connection.run("SELECT give_up()") }
                }
            })
        #expect(results.map { storageError($0.get) }.map(\.name) == ["", "serializationFailure", ""])
        #expect(runs.withLock { $0 } == [6, 30, 1])
        #expect(try await database.read { try $0.notes() } == ["0", "2"])
        try database.close()
    }

    @Test("Simultaneous writes to feeds by several processes never conflict")
    func lockedFeeds() async throws {
        let schema = try ScratchSchema()
        let databases = try (0..<3).map { _ in try schema.open(migrations: Self.withFeed) }
        try await withThrowingTaskGroup(of: Void.self) { group in
            for (index, database) in databases.enumerated() {
                for writer in 0..<4 {
                    group.addTask {
                        for round in 0..<15 {
                            _ = try await database.write { connection in
                                try Self.feed.record(
                                    "\(index) \(writer) \(round)", [1], at: UnixTime(milliseconds: 0), in: connection)
                            }
                        }
                    }
                }
            }
            try await group.waitForAll()
        }
        #expect(try await databases[0].read { try Self.feed.highWater(in: $0) } == 180)
        for database in databases {
            #expect(database.statistics.secondRuns == 0 && database.statistics.failedWrites == 0)
            try database.close()
        }
    }

    @Test("Writes with different keys never conflict, although their rows are neighbours")
    func lockedKeys() async throws {
        let schema = try ScratchSchema()
        let databases = try (0..<2).map { _ in try schema.open(migrations: Self.withFeed + [Self.counter]) }
        try await concurrently(16) { writer in
            for round in 0..<20 {
                // Each key is written to by both, and counts what it has found.
                let key = "\(writer % 8)"
                try await databases[(writer + round) % 2].write(on: .key(key)) { connection in
                    let value: Int? = try connection.value("SELECT value FROM counter WHERE key = \(key)")
                    try connection.enqueue(
                        """
                        INSERT INTO counter (key, value) VALUES (\(key), \((value ?? 0) + 1)) \
                        ON CONFLICT (key) DO UPDATE SET value = excluded.value
                        """)
                }
            }
        }
        let counted = try await databases[0].read { try $0.values("SELECT value FROM counter") as [Int] }
        #expect(counted == Array(repeating: 40, count: 8))
        for database in databases {
            #expect(database.statistics.secondRuns == 0 && database.statistics.failedWrites == 0)
            try database.close()
        }
    }

    @Test("A common write runs alone, in all processes")
    func aloneWithTables() async throws {
        let schema = try ScratchSchema()
        let databases = try (0..<2).map { _ in try schema.open(migrations: Self.withFeed) }
        let order = Mutex<[String]>([])
        let gate = Gate(holding: databases[0]) { connection in
            try connection.addNote("common")
            _ = try connection.notes()
        } ended: {
            order.withLock { $0.append("common") }
        }
        let keyed = Task {
            try await databases[1].write(on: .key("a")) { try $0.addNote("keyed") }
            order.withLock { $0.append("keyed") }
        }
        let watching = schema.connection()
        try await eventually("the other one waits for the table") {
            try watching.integers("SELECT count(*) FROM pg_locks WHERE NOT granted AND relation IS NOT NULL") != [0]
        }
        gate.open()
        try await keyed.value
        #expect(order.withLock { $0 } == ["common", "keyed"])
        watching.close()
        for database in databases { try database.close() }
    }

    // MARK: Failures

    @Test("A failed statement that was enqueued or caught fails only its own write", arguments: [true, false])
    func hiddenFailures(isCaught: Bool) async throws {
        let database = try ScratchSchema().open()
        try await database.write { try $0.addNote("taken") }
        let results = await inOneBatch(
            of: database,
            (0..<5).map { number in
                { @Sendable connection in
                    try connection.enqueue("INSERT INTO notes (text) VALUES (\("\(number)"))")
                    guard number == 2 else { return }
                    if isCaught {
                        try? connection.addNote("taken")
                    } else {
                        try connection.enqueue("INSERT INTO notes (text) VALUES ('taken')")
                    }
                }
            })
        #expect(results.map { storageError($0.get).broken } == [nil, nil, .unique, nil, nil])
        #expect(try await database.read { try $0.notes() } == ["taken", "0", "1", "3", "4"])
        try database.close()
    }

    @Test("An error at COMMIT fails only its own write")
    func refusedAtCommit() async throws {
        let schema = try ScratchSchema()
        let database = try schema.open()
        try schema.connection().runScript(
            "CREATE TABLE child (note BIGINT REFERENCES notes (id) DEFERRABLE INITIALLY DEFERRED)")
        let results = await inOneBatch(
            of: database,
            (0..<3).map { number in
                { @Sendable connection in
                    try connection.addNote("\(number)")
                    if number == 1 { try connection.run("INSERT INTO child VALUES (\(77))") }
                }
            })
        #expect(results.map { storageError($0.get).broken } == [nil, .foreignKey, nil])
        #expect(try await database.read { try $0.notes() } == ["0", "2"])
        try database.close()
    }

    // MARK: Lost connections

    @Test("A batch whose connection is lost before COMMIT runs again on another one")
    func lostBefore() async throws {
        let schema = try ScratchSchema()
        let database = try schema.open()
        let killer = Killer(schema)
        let runs = Mutex(0)
        let results = await inOneBatch(
            of: database,
            (0..<3).map { number in
                { @Sendable connection in
                    try connection.addNote("\(number)")
                    guard number == 1 else { return }
                    let run = runs.withLock { runs in
                        runs += 1
                        return runs
                    }
                    if run == 1 { try killer.kill(connection) }
                }
            })
        for result in results { try result.get() }
        #expect(try await database.read { try $0.notes() } == ["0", "1", "2"])
        #expect(runs.withLock { $0 } == 2 && database.statistics.secondRuns == 1)
        try database.close()
    }

    @Test("A batch whose connection is lost during COMMIT has an unknown outcome, and is not repeated")
    func lostDuring() async throws {
        let schema = try ScratchSchema()
        let database = try schema.open(migrations: Self.withFeed)
        try schema.connection().runScript(ScratchSchema.hangingUp)
        let runs = Mutex(0)
        let told = Mutex(0)
        database.onCommit(changing: Self.feed.name) { told.withLock { $0 += 1 } }
        let results = await inOneBatch(
            of: database,
            (0..<3).map { number in
                { @Sendable connection in
                    runs.withLock { $0 += 1 }
                    try connection.addNote("\(number)")
                    try Self.feed.record("\(number)", [1], at: UnixTime(milliseconds: 0), in: connection)
                }
            })
        let failures = results.map { storageError($0.get) }
        #expect(failures.map(\.name) == Array(repeating: "outcomeUnknown", count: 3))
        #expect(runs.withLock { $0 } == 3)
        // A follower looks again, because the write may have been done.
        #expect(told.withLock { $0 } > 0)
        for failure in failures.compactMap({ $0 }) {
            guard case .unavailable = StoreFailure<Never>(failure) else {
                Issue.record("answered as \(failure)")
                continue
            }
        }
        #expect(try await database.read { try $0.notes() } == [])
        try schema.connection().runScript("DROP TRIGGER hanging_up ON notes")
        try await database.write { try $0.addNote("later") }
        try database.close()
    }

    private final class Killer: Sendable {
        private let connection: Mutex<PostgreSQLConnection>
        init(_ schema: ScratchSchema) { connection = Mutex(schema.connection()) }

        func kill(_ victim: Connection) throws {
            guard case .postgreSQL(let victim) = victim.engine else { return }
            let process = Int64(try victim.opened().backendProcess)
            try connection.withLock { connection in
                _ = try connection.run("SELECT pg_terminate_backend(\(process)::int)")
                while try connection.integers("SELECT count(*) FROM pg_stat_activity WHERE pid = \(process)") != [0] {}
            }
        }
    }

    // MARK: News

    @Test("A batch is announced once, in its own process and in others")
    func notices() async throws {
        let schema = try ScratchSchema()
        let writing = try schema.open(migrations: Self.withFeed)
        let following = try schema.open(migrations: Self.withFeed)
        let (own, others) = (Told(writing, Self.feed), Told(following, Self.feed))
        // Each listener gets one notification when it begins to listen.
        await own.next()
        await others.next()
        for round in 1...3 {
            for result in await inOneBatch(
                of: writing,
                (0..<10).map { number in
                    { @Sendable in
                        _ = try Self.feed.record("\(round) \(number)", [1], at: UnixTime(milliseconds: 0), in: $0)
                    }
                })
            { try result.get() }
            await own.next()
            await others.next()
            // A change can be read once it is announced.
            #expect(try await following.read { try Self.feed.highWater(in: $0) } == UInt64(round) * 10)
        }
        try await writing.write { try $0.addNote("no feed") }
        // Nothing is on its way any more: what comes next is what is done next.
        try await following.write { _ = try Self.feed.record("x", [1], at: UnixTime(milliseconds: 0), in: $0) }
        await others.next()
        await own.next()
        #expect(own.count == 5 && others.count == 5)
        try writing.close()
        try following.close()
    }

    private final class Told: Sendable {
        private let calls = Mutex(0)
        private let stream: AsyncStream<Void>

        init(_ database: ServiceDatabase, _ feed: FeedTable) {
            let (stream, continuation) = AsyncStream.makeStream(of: Void.self)
            self.stream = stream
            database.onCommit(changing: feed.name) { [weak self] in
                self?.calls.withLock { $0 += 1 }
                continuation.yield()
            }
        }

        func next() async { for await _ in stream { return } }
        var count: Int { calls.withLock { $0 } }
    }
}
