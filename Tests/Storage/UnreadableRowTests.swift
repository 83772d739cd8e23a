@Suite("Rows that cannot be read", .timeLimit(.minutes(10))) struct UnreadableRowTests {
    private enum Color: String, ColumnValue { case red }

    @Test("A list leaves the row out, and the first one of each column is reported", arguments: TestEngine.available)
    func lists(engine: TestEngine) async throws {
        try await withSessions(engine) { database in
            let told = Mutex<[StorageError]>([])
            for _ in 0..<2 {
                let ids = try await database.read {
                    try $0.values("SELECT id FROM s ORDER BY number", as: AccountID.self)
                }
                #expect(ids == [AccountID("ada"), AccountID("bob")])
            }
            database.onSkippedRow { error in told.withLock { $0.append(error) } }
            for _ in 0..<2 {
                let owners = try await database.read { connection in
                    try connection.all("SELECT id, owner FROM s ORDER BY number") { row throws(StorageError) in
                        _ = try row["owner"] as AccountID?
                        return try row["id"] as AccountID
                    }
                }
                #expect(owners == [AccountID("ada")])
                var visited: [AccountID] = []
                try await database.read { connection in
                    try connection.forEach("SELECT id FROM s ORDER BY number DESC") { row throws(StorageError) in
                        visited.append(try row["id"])
                        return true
                    }
                }
                #expect(visited == [AccountID("bob"), AccountID("ada")].compactMap { $0 })
            }
            let columns = told.withLock { $0 }.map { error -> String in
                guard case .unreadable(let column, let source) = error else { return "\(error)" }
                return "\(column) in \(source)"
            }
            #expect(
                columns == [
                    "of the result in SELECT id FROM s ORDER BY number",
                    "id in SELECT id, owner FROM s ORDER BY number", "owner in SELECT id, owner FROM s ORDER BY number",
                    "id in SELECT id FROM s ORDER BY number DESC",
                ])
        }
    }

    @Test(
        "A query for one row gets an error with the column and the table",
        arguments: ["SELECT id FROM s WHERE number = 2", "SELECT owner AS id FROM s WHERE number = 3"] as [SQL],
        TestEngine.available)
    func alone(sql: SQL, engine: TestEngine) async throws {
        try await withSessions(engine) { database in
            let asks: [(Connection) throws -> AccountID?] = [
                { try $0.value(sql) },
                { try $0.first(sql) { row throws(StorageError) in try row["id"] as AccountID } },
                { try $0.first(sql) { row throws(StorageError) in try row["id"] as AccountID? } },
            ]
            for ask in asks {
                guard case .unreadable(_, let source)? = await storageError({ _ = try await database.read(ask) }) else {
                    Issue.record("not reported")
                    continue
                }
                #expect(source.contains("FROM s"))
            }
        }
    }

    @Test("A limit counts only readable rows", arguments: TestEngine.available)
    func bound(engine: TestEngine) async throws {
        try await withSessions(engine) { database in
            try await database.read { connection in
                let last = "SELECT id FROM s WHERE number > 1 ORDER BY number" as SQL
                #expect(try connection.values(last, limit: 1, as: AccountID.self) == [AccountID("bob")])
                let all = "SELECT number, color FROM s ORDER BY number" as SQL
                for (limit, numbers) in [(0, []), (1, [1]), (2, [1, 3]), (9, [1, 3])] as [(Int, [Int64])] {
                    let found = try connection.all(all, limit: limit) { row throws(StorageError) -> Int64? in
                        let number: Int64 = try row["number"]
                        return number == 2 ? nil : number
                    }
                    #expect(found == numbers)
                }
            }
            let write = "UPDATE s SET color = NULL RETURNING number" as SQL
            do {
                _ = try await database.write { try $0.values(write, limit: 1, as: Int64.self) }
                Issue.record("a change may be left before its end")
            } catch {
                let colors = "SELECT color FROM s WHERE number < 3" as SQL
                #expect(try await database.read { try $0.values(colors, as: Color.self) } == [.red])
            }
        }
    }

    @Test("An unknown word is nil for an Optional, and otherwise an error", arguments: TestEngine.available)
    func words(engine: TestEngine) async throws {
        try await withSessions(engine) { database in
            let colors = try await database.read { connection in
                try connection.all("SELECT color FROM s ORDER BY number") { row throws(StorageError) in
                    Optional.some(try row["color"] as Color?)
                }
            }
            #expect(colors == [.red, nil, nil])
            let known = try await database.read {
                try $0.values("SELECT color FROM s WHERE number < 3", as: Color.self)
            }
            #expect(known == [.red])
            let failure = await storageError {
                try await database.read { _ = try $0.value("SELECT color FROM s WHERE number = 2", as: Color.self) }
            }
            guard case .unreadable? = failure else {
                Issue.record("reported as \(String(describing: failure))")
                return
            }
        }
    }

    private func withSessions(_ engine: TestEngine, _ body: (ServiceDatabase) async throws -> Void) async throws {
        try await engine.withDatabase(
            migrations: [
                Migration(
                    "sessions",
                    sql: """
                        CREATE TABLE s (number INTEGER PRIMARY KEY, id TEXT NOT NULL, owner TEXT, color TEXT) STRICT;
                        INSERT INTO s (id, owner, color) VALUES ('ada', NULL, 'red'), ('', NULL, 'mauve'),
                            ('bob', 'no owner', NULL);
                        """)
            ], body)
    }
}
