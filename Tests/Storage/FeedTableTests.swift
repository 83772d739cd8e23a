@Suite("Feed tables", .timeLimit(.minutes(10))) struct FeedTableTests {
    private static let feed = FeedTable(FeedName(rawValue: "places"))
    private static let schema = [Migration("feed") { try feed.create(in: $0) }, .notes]

    @Test("A change replaces the row of its key and takes a new sequence", arguments: TestEngine.available)
    func replacing(engine: TestEngine) async throws {
        try await withFeed(engine) { database in
            try await record(database, "a", [1])
            try await record(database, "b", [2])
            try await record(database, "a", [3])
            let page = try await read(database, after: 0)
            #expect(
                page.changes == [
                    FeedChange(sequence: 2, key: "b", value: [2]), FeedChange(sequence: 3, key: "a", value: [3]),
                ])
            #expect(page.highWater == 3 && !page.startsOver)
        }
    }

    @Test("A deleted key leaves a tombstone, and an empty value does not", arguments: TestEngine.available)
    func tombstones(engine: TestEngine) async throws {
        try await withFeed(engine) { database in
            try await record(database, "a", [])
            try await record(database, "b", nil)
            #expect(try await read(database, after: 0).changes.map(\.value) == [[], nil])
        }
    }

    @Test("A feed and its state are written together, or not at all", arguments: TestEngine.available)
    func oneTransaction(engine: TestEngine) async throws {
        try await withFeed(engine) { database in
            try await database.write { try $0.addNote("taken") }
            let failure = await storageError {
                try await database.write { connection in
                    try Self.feed.record("a", [1], at: UnixTime(milliseconds: 0), in: connection)
                    try connection.addNote("taken")
                }
            }
            #expect(failure.name == "constraint")
            #expect(try await read(database, after: 0).changes.isEmpty)
            #expect(try await read(database, after: 0).highWater == 0)
        }
    }

    @Test(
        "Pages respect the limit, and are never empty before the end",
        arguments: [-1, 0, 1, 3, 100], TestEngine.available)
    func pages(limit: Int, engine: TestEngine) async throws {
        try await withFeed(engine) { database in
            for number in 0..<10 { try await record(database, "key \(number)", [UInt8(number)]) }
            var cursor: UInt64 = 0
            var epoch: FeedEpoch?
            var keys: [String] = []
            while true {
                let page = try await read(database, epoch: epoch, after: cursor, limit: limit)
                epoch = page.epoch
                #expect(page.changes.count <= max(limit, 1) && page.highWater == 10)
                guard let last = page.changes.last else { break }
                keys += page.changes.map(\.key)
                cursor = last.sequence
            }
            #expect(keys == (0..<10).map { "key \($0)" })
        }
    }

    @Test("A page is limited in bytes too, but has at least one change", arguments: TestEngine.available)
    func largeValues(engine: TestEngine) async throws {
        try await withFeed(engine) { database in
            let large = [UInt8](repeating: 1, count: FeedTable.maximumPageBytes + 1)
            try await record(database, "a", large)
            try await record(database, "b", large)
            let first = try await read(database, after: 0)
            #expect(first.changes.map(\.key) == ["a"])
            #expect(try await read(database, epoch: first.epoch, after: 1).changes.map(\.key) == ["b"])
        }
    }

    @Test(
        "Sequences continue after the newest row was deleted and the database was closed",
        arguments: TestEngine.available)
    func sequencesNeverRepeat(engine: TestEngine) async throws {
        let scratch = try ScratchDatabase(engine)
        var database = try scratch.open(migrations: Self.schema)
        try await record(database, "a", [1])
        try await record(database, "a", nil, at: 10)
        let pruned = try await database.write {
            try Self.feed.pruneTombstones(olderThan: UnixTime(milliseconds: 11), in: $0)
        }
        #expect(pruned == 1)
        try database.close()
        database = try scratch.open(migrations: Self.schema)
        #expect(try await record(database, "b", [1]) == 3)
        try database.close()
    }

    @Test("Only tombstones recorded before the moment are pruned", arguments: TestEngine.available)
    func pruning(engine: TestEngine) async throws {
        try await withFeed(engine) { database in
            try await record(database, "live", [1], at: 1)
            try await record(database, "old", nil, at: 5)
            try await record(database, "young", nil, at: 20)
            #expect(try await prune(database, before: 5) == 0)
            #expect(try await prune(database, before: 6) == 1)
            #expect(try await prune(database, before: 6) == 0)
            #expect(try await read(database, after: 0).changes.map(\.key) == ["live", "young"])
        }
    }

    @Test("The pruning after the last that an epoch can count begins a new life", arguments: TestEngine.available)
    func usedUpCount(engine: TestEngine) async throws {
        try await withFeed(engine) { database in
            // All 64 bits are set: the next number would overflow.
            try await database.write { try $0.execute("UPDATE feeds SET epoch = -1") }
            try await record(database, "a", nil, at: 5)
            #expect(try await prune(database, before: 6) == 1)
            let epoch = try await read(database, after: 0).epoch
            #expect(epoch.life == epoch, "nothing is counted in it yet")
            #expect(epoch.rawValue != 0 && epoch.life != FeedEpoch(rawValue: .max).life)
        }
    }

    @Test(
        "A follower behind pruned tombstones starts over, and one ahead of them continues",
        arguments: TestEngine.available)
    func behindPruned(engine: TestEngine) async throws {
        try await withFeed(engine) { database in
            try await record(database, "a", [1])
            try await record(database, "b", [1])
            let early = try await read(database, after: 0, limit: 1)
            let epoch = early.epoch
            try await record(database, "a", nil, at: 5)
            try await record(database, "c", [1])
            try await prune(database, before: 6)

            let behind = try await read(database, epoch: epoch, after: 1)
            #expect(behind.startsOver)
            #expect(behind.changes.map(\.key) == ["b", "c"])
            let ahead = try await read(database, epoch: epoch, after: 3)
            #expect(!ahead.startsOver && ahead.epoch == epoch)
            #expect(ahead.changes.map(\.key) == ["c"])
            // Asked where the feed stands, it answers in the asker's epoch as well, so that the two can be compared.
            let mark = try await database.readSnapshot {
                try Self.feed.readPage(epoch: epoch, after: nil, limit: 1, in: $0)
            }
            #expect(mark.epoch == epoch)
        }
    }

    @Test(
        "An epoch or a cursor that cannot be of this feed starts over",
        arguments: [(true, UInt64(1)), (false, 4), (false, .max), (false, UInt64(Int64.max))], TestEngine.available)
    func strangers(_ one: (isOtherEpoch: Bool, cursor: UInt64), engine: TestEngine) async throws {
        let (isOtherEpoch, cursor) = one
        try await withFeed(engine) { database in
            for key in ["a", "b", "c"] { try await record(database, key, [1]) }
            let epoch = try await read(database, after: 0).epoch
            let asked = isOtherEpoch ? FeedEpoch(rawValue: epoch.rawValue ^ 1 << 40) : epoch
            let page = try await read(database, epoch: asked, after: cursor)
            #expect(page.startsOver && page.epoch == epoch)
            #expect(page.changes.map(\.key) == ["a", "b", "c"])
            // Also one that knows a cursor but no epoch.
            #expect(try await read(database, after: 1).startsOver)
        }
    }

    @Test("A request without a cursor returns the feed's position", arguments: TestEngine.available)
    func highWaterOnly(engine: TestEngine) async throws {
        try await withFeed(engine) { database in
            try await record(database, "a", [1])
            let page = try await database.readSnapshot {
                try Self.feed.readPage(epoch: nil, after: nil, limit: 10, in: $0)
            }
            #expect(page.changes.isEmpty && page.highWater == 1 && !page.startsOver)
            let next = try await read(database, epoch: page.epoch, after: page.highWater)
            #expect(!next.startsOver && next.changes.isEmpty)
        }
    }

    @Test("Each feed of each database has its own epoch", arguments: TestEngine.available)
    func epochs(engine: TestEngine) async throws {
        let other = FeedTable(FeedName(rawValue: "a \"quoted\" name"))
        let scratches = [try ScratchDatabase(engine), try ScratchDatabase(engine)]
        var epochs: Set<FeedEpoch> = []
        for scratch in scratches {
            let database = try scratch.open(migrations: Self.schema + [Migration("other") { try other.create(in: $0) }])
            for table in [Self.feed, other] {
                epochs.insert(
                    try await database.readSnapshot {
                        try table.readPage(epoch: nil, after: nil, limit: 1, in: $0).epoch
                    })
            }
            try database.close()
        }
        #expect(epochs.count == 4)
    }

    @Test(
        "Listeners of a feed are called after each commit that changed it, and only then",
        arguments: TestEngine.available)
    func listeners(engine: TestEngine) async throws {
        try await withFeed(engine) { database in
            let (told, continuation) = AsyncStream.makeStream(of: Void.self)
            var news = told.makeAsyncIterator()
            database.onCommit(changing: Self.feed.name) { continuation.yield() }
            // A new listener looks for changes that it may have missed.
            if engine == .postgreSQL { await news.next() }
            try await database.write { try $0.addNote("not the feed") }
            try await record(database, "a", [1])
            await news.next()
            // News arrives after the commit: a read on another connection sees the change.
            #expect(try await database.read { try Self.feed.highWater(in: $0) } == 1)
            _ = await inOneBatch(
                of: database,
                (0..<5).map { number in
                    { @Sendable in try Self.feed.record("\(number)", [1], at: UnixTime(milliseconds: 0), in: $0) }
                })
            await news.next()
            #expect(try await database.read { try Self.feed.highWater(in: $0) } == 6)
            continuation.finish()
            #expect(await news.next() == nil)
        }
    }

    // MARK: -

    private func withFeed(_ engine: TestEngine, _ body: (ServiceDatabase) async throws -> Void) async throws {
        try await engine.withDatabase(migrations: Self.schema, body)
    }

    @discardableResult
    private func record(
        _ database: ServiceDatabase, _ key: String, _ value: [UInt8]?, at time: Int64 = 0
    ) async throws -> UInt64 {
        try await database.write { connection in
            let now = UnixTime(milliseconds: time)
            guard let value else { return try Self.feed.recordTombstone(key, at: now, in: connection) }
            return try Self.feed.record(key, value, at: now, in: connection)
        }
    }

    @discardableResult
    private func prune(_ database: ServiceDatabase, before time: Int64) async throws -> Int {
        try await database.write { try Self.feed.pruneTombstones(olderThan: UnixTime(milliseconds: time), in: $0) }
    }

    private func read(
        _ database: ServiceDatabase, epoch: FeedEpoch? = nil, after cursor: UInt64, limit: Int = 100
    ) async throws -> FeedPage {
        try await database.readSnapshot { try Self.feed.readPage(epoch: epoch, after: cursor, limit: limit, in: $0) }
    }
}
