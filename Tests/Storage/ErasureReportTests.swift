@Suite("Reports of erasures", .timeLimit(.minutes(10))) struct ErasureReportTests {
    private static let rows = AccountOwnedRows("thing")
    private static let migrations = [
        Migration(
            "things",
            sql: """
                CREATE TABLE thing (
                    account TEXT NOT NULL,
                    account_number INTEGER,
                    is_confirmed INTEGER NOT NULL DEFAULT 1
                ) STRICT;
                \(AccountOwnedRows.requiredTables)
                """)
    ]

    private func withFollower(
        _ accounts: [String: Int], on engine: TestEngine, _ body: (ServiceDatabase) async throws -> Void
    ) async throws {
        try await engine.withDatabase(migrations: Self.migrations) { database in
            try await database.write { connection in
                for (account, count) in accounts {
                    for _ in 0..<count {
                        try connection.run("INSERT INTO thing (account, account_number) VALUES (\(account), 1)")
                    }
                }
            }
            try await body(database)
        }
    }

    private func apply(_ page: FeedPage, to database: ServiceDatabase, number: Int64? = nil) async throws {
        try await database.write { connection in
            try Self.rows.apply(page, at: UnixTime(milliseconds: 0), in: connection) { _ in
                AccountChange(status: .active, number: number)
            } erase: { account in
                var counts = ErasedRowCounts()
                counts.add(try connection.run("DELETE FROM thing WHERE account = \(account)"), of: "thing")
                return counts
            }
        }
    }

    private func page(_ changes: [FeedChange], startsOver: Bool = false) -> FeedPage {
        FeedPage(
            epoch: FeedEpoch(rawValue: 1 << 16), changes: changes, highWater: changes.last?.sequence ?? 9,
            startsOver: startsOver)
    }

    private func pending(_ database: ServiceDatabase, limit: Int = 10) async throws -> [ErasedAccountRows] {
        try await database.read { try ErasureReportTable.pending(limit: limit, in: $0) }
    }

    private func rows(_ account: String, _ sequence: UInt64, _ count: Int64) throws -> ErasedAccountRows {
        ErasedAccountRows(
            account: try #require(AccountID(account)), sequence: sequence,
            tables: count == 0 ? [] : [ErasedTable("thing", rows: count)])
    }

    @Test("count erased rows, and include accounts without rows", arguments: TestEngine.available)
    func counts(engine: TestEngine) async throws {
        try await withFollower(["ada": 3, "bob": 1], on: engine) { database in
            try await apply(
                page([
                    FeedChange(sequence: 4, key: "ada", value: nil), FeedChange(sequence: 5, key: "eve", value: nil),
                ]), to: database)
            #expect(try await pending(database) == [try rows("ada", 4, 3), try rows("eve", 5, 0)])
            #expect(try await pending(database, limit: 1) == [try rows("ada", 4, 3)])
            // A page whose COMMIT was not answered is applied again.
            try await apply(page([FeedChange(sequence: 4, key: "ada", value: nil)]), to: database)
            #expect(try await pending(database).first == rows("ada", 4, 3))
            try await database.write { try ErasureReportTable.forget([try self.rows("ada", 4, 3)], in: $0) }
            #expect(try await pending(database) == [try rows("eve", 5, 0)])
        }
    }

    @Test(
        "count the rows of an earlier account with the same id, and omit an account without rows",
        arguments: TestEngine.available)
    func remade(engine: TestEngine) async throws {
        try await withFollower(["ada": 2], on: engine) { database in
            try await apply(
                page([
                    FeedChange(sequence: 6, key: "ada", value: []), FeedChange(sequence: 7, key: "eve", value: []),
                ]), to: database, number: 2)
            #expect(try await pending(database) == [try rows("ada", 6, 2)])
        }
    }

    @Test("treat an unknown status of a later version as closed", arguments: TestEngine.available)
    func closed(engine: TestEngine) async throws {
        let statuses: [String: AccountStatus] = [
            "ada": .active, "bob": .disabled, "eve": AccountStatus(rawValue: "frozen"),
        ]
        let names = statuses.keys.sorted()
        let told = page(names.enumerated().map { FeedChange(sequence: UInt64($0 + 1), key: $1, value: Array($1.utf8)) })
        try await withFollower([:], on: engine) { database in
            let closed = try await database.write { connection -> [String] in
                var closed: [String] = []
                try Self.rows.apply(told, at: UnixTime(milliseconds: 0), in: connection) { name in
                    AccountChange(status: try #require(statuses[String(decoding: name, as: UTF8.self)]))
                } isClosed: { account, isClosed in
                    if isClosed { closed.append(account) }
                } erase: { _ in
                    ErasedRowCounts()
                }
                return closed
            }
            #expect(closed == ["bob", "eve"])
        }
    }

    @Test("are forgotten when the feed starts over, which is settled only at its end", arguments: TestEngine.available)
    func startsOver(engine: TestEngine) async throws {
        try await withFollower(["ada": 1, "bob": 1, "cat": 1, "eve": 1], on: engine) { database in
            try await apply(page([FeedChange(sequence: 4, key: "ada", value: nil)]), to: database)
            #expect(try await database.read { try Self.rows.isSettled(in: $0) })
            var first = page([FeedChange(sequence: 1, key: "bob", value: [])], startsOver: true)
            first.highWater = 2
            try await apply(first, to: database, number: 1)
            #expect(try await pending(database).isEmpty)
            #expect(try await !database.read { try Self.rows.isSettled(in: $0) })
            try await apply(page([FeedChange(sequence: 2, key: "cat", value: [])]), to: database, number: 1)
            #expect(try await pending(database) == [try rows("eve", 2, 1)])
            #expect(try await database.read { try Self.rows.isSettled(in: $0) })
        }
    }
}
