@Suite("Missing accounts", .timeLimit(.minutes(10))) struct AccountsDoubtTests {
    private static let accountRows = AccountOwnedRows("row")
    private static let schema = [
        Migration(
            "rows",
            sql: """
                CREATE TABLE row (
                    account TEXT PRIMARY KEY NOT NULL, account_number INTEGER,
                    is_confirmed INTEGER NOT NULL DEFAULT 1
                ) STRICT
                """),
        Migration("required tables", sql: AccountOwnedRows.requiredTables),
    ]

    @Test(
        "A few missing accounts are erased, and more are kept until an operator decides",
        arguments: [
            (99, 10, true), (100, 10, true), (100, 11, false), (200, 20, true), (200, 21, false),
            (4, 2, true), (4, 3, false), (1, 1, false), (8, 8, false),
        ] as [(Int, Int, Bool)], TestEngine.available)
    func bounds(_ one: (accounts: Int, missing: Int, areErased: Bool), engine: TestEngine) async throws {
        let (accounts, missing, areErased) = one
        try await withRows(accounts, on: engine) { database in
            try await apply(Array(missing..<accounts), startsOver: true, on: database)
            #expect(try await rows(database) == (areErased ? accounts - missing : accounts))
            let doubt = try await database.read { try AccountsDoubt.read(in: $0) }
            #expect(doubt?.missing == (areErased ? nil : missing) && doubt?.total == (areErased ? nil : accounts))
            // A request of such an account may be on its way, and no tombstone would delete what it stores.
            #expect(try await database.read { try Self.accountRows.isErased(AccountID("a0")!, in: $0) } == areErased)
            try await apply([0], on: database)
            #expect(try await database.read { try !Self.accountRows.isErased(AccountID("a0")!, in: $0) })
        }
    }

    @Test(
        "The doubt survives restarts, changes and further readings, and ends when the feed has the accounts again",
        arguments: TestEngine.available)
    func found(engine: TestEngine) async throws {
        let scratch = try ScratchDatabase(engine)
        try await withRows(50, in: scratch) { database in
            try await apply([], startsOver: true, on: database)
            try await apply([60, 61], on: database)
            try await apply([], startsOver: true, on: database)
            #expect(try await rows(database) == 50)
        }
        let database = try scratch.open(migrations: Self.schema)
        #expect(try await database.read { try AccountsDoubt.read(in: $0) }?.missing == 50)
        // Small losses in turn add up to no erasure either: what is doubted counts as long as it is kept.
        try await apply(Array(0..<50), startsOver: true, on: database)
        #expect(try await database.read { try AccountsDoubt.read(in: $0) } == nil)
        #expect(try await rows(database) == 50)
        try database.close()
    }

    @Test(
        "An operator's decision takes effect with the next page",
        arguments: [DecideMissingAccounts.Decision.erase, .keep], TestEngine.available)
    func decided(_ decision: DecideMissingAccounts.Decision, engine: TestEngine) async throws {
        try await withRows(50, on: engine) { database in
            #expect(try await !database.write { try AccountsDoubt.decide(decision, in: $0) }, "nothing is doubted yet")
            try await apply(Array(40..<50), startsOver: true, on: database)
            #expect(try await rows(database) == 50)
            #expect(try await database.write { try AccountsDoubt.decide(decision, in: $0) })
            try await apply([], on: database)
            #expect(try await rows(database) == (decision == .erase ? 10 : 50))
            #expect(try await database.read { try AccountsDoubt.read(in: $0) } == nil)
            try await apply([], on: database)
            #expect(try await rows(database) == (decision == .erase ? 10 : 50), "it is over")
            #expect(try await database.read { try AccountsDoubt.kept(in: $0) } == (decision == .erase ? 0 : 40))
            try await apply(Array(0..<50), startsOver: true, on: database)
            #expect(try await database.read { try AccountsDoubt.kept(in: $0) } == 0)
        }
    }

    @Test(
        "Kept accounts can be erased later, except those that were found or erased before",
        arguments: TestEngine.available)
    func erasedAfterKeeping(engine: TestEngine) async throws {
        try await withRows(50, on: engine) { database in
            let kept = { () async throws in try await database.read { try AccountsDoubt.kept(in: $0) } }
            try await apply(Array(40..<50), startsOver: true, on: database)
            #expect(try await database.write { try AccountsDoubt.decide(.keep, in: $0) })
            try await apply([], on: database)
            #expect(try await kept() == 40)
            try await apply([0, 1], on: database)
            try await apply([2], isErased: true, on: database)
            #expect(try await kept() == 37)
            #expect(try await database.write { try AccountsDoubt.decide(.keep, in: $0) }, "it is kept on")
            #expect(try await database.write { try AccountsDoubt.decide(.erase, in: $0) })
            #expect(try await database.read { try AccountsDoubt.hasDecision(in: $0) }, "it outlasts a restart")
            try await apply([], on: database)
            #expect(try await rows(database) == 12)
            #expect(try await kept() == 0)
            #expect(try await !database.write { try AccountsDoubt.decide(.erase, in: $0) }, "nothing is left")
        }
    }

    @Test("Kept rows belong to the next account with the id, whatever its number", arguments: TestEngine.available)
    func comesAgain(engine: TestEngine) async throws {
        try await withRows(3, on: engine) { database in
            try await database.write { try $0.execute("UPDATE row SET account_number = 1") }
            try await apply([], startsOver: true, on: database)
            #expect(try await database.write { try AccountsDoubt.decide(.keep, in: $0) })
            try await apply([], on: database)
            try await apply([0], number: 7, on: database)
            #expect(try await rows(database) == 3)
            #expect(try await database.read { try AccountsDoubt.kept(in: $0) } == 2)
            // From then on a later account of the same id is another one.
            try await apply([0], number: 8, on: database)
            #expect(try await rows(database) == 2)
        }
    }

    @Test(
        "An account that the feed reports as erased is deleted while others are in doubt",
        arguments: TestEngine.available)
    func erasedMeanwhile(engine: TestEngine) async throws {
        try await withRows(50, on: engine) { database in
            try await apply([], startsOver: true, on: database)
            try await apply([7], isErased: true, on: database)
            #expect(try await rows(database) == 49)
            #expect(try await database.read { try AccountsDoubt.read(in: $0) }?.missing == 49)
        }
    }

    private func withRows(
        _ count: Int, on engine: TestEngine, _ body: (ServiceDatabase) async throws -> Void
    ) async throws {
        try await withRows(count, in: ScratchDatabase(engine), body)
    }

    private func withRows(
        _ count: Int, in scratch: ScratchDatabase, _ body: (ServiceDatabase) async throws -> Void
    ) async throws {
        let database = try scratch.open(migrations: Self.schema)
        try await database.write { connection in
            for number in 0..<count { try connection.run("INSERT INTO row (account) VALUES (\("a\(number)"))") }
        }
        try await body(database)
        try database.close()
    }

    private func apply(
        _ accounts: [Int], startsOver: Bool = false, isErased: Bool = false, number: Int64? = nil,
        on database: ServiceDatabase
    ) async throws {
        let changes = accounts.map { FeedChange(sequence: UInt64($0) + 1, key: "a\($0)", value: isErased ? nil : [0]) }
        let page = FeedPage(
            epoch: FeedEpoch(rawValue: 1 << 20), changes: changes, highWater: changes.last?.sequence ?? 0,
            startsOver: startsOver)
        try await database.write { connection in
            try Self.accountRows.apply(page, at: UnixTime(milliseconds: 0), in: connection) { _ in
                AccountChange(status: .active, number: number)
            } erase: { account in
                var counts = ErasedRowCounts()
                counts.add(try connection.run("DELETE FROM row WHERE account = \(account)"), of: "row")
                return counts
            }
        }
    }

    private func rows(_ database: ServiceDatabase) async throws -> Int {
        Int(try await database.read { try $0.number("SELECT count(*) FROM row") })
    }
}
