@Suite("SQL with interpolated values", .timeLimit(.minutes(10))) struct SQLTests {
    @Test(
        "A text is read back byte for byte",
        arguments: [
            "", "plain", "\u{1}", "é e\u{301}", "👩‍👩‍👧", String(repeating: "x", count: 100_000),
            "'; DROP TABLE t", "?1 $1",
        ], TestEngine.available)
    func texts(text: String, engine: TestEngine) async throws {
        try await withValues(engine) { database in
            try await database.write { try $0.run("INSERT INTO t (s) VALUES (\(text))") }
            let found: String? = try await database.read { try $0.value("SELECT s FROM t WHERE s = \(text)") }
            #expect(found.map { Array($0.utf8) } == Array(text.utf8))
        }
    }

    @Test(
        "A text with U+0000 is refused, and the statement can be used again",
        arguments: ["a\u{0}b", "\0", "a\0"], TestEngine.available)
    func textsWithNUL(text: String, engine: TestEngine) async throws {
        try await withValues(engine) { database in
            func insert(_ text: String) async throws {
                try await database.write { try $0.run("INSERT INTO t (s) VALUES (\(text))") }
            }
            await #expect(throws: StorageError.textWithNUL) { try await insert(text) }
            await #expect(throws: StorageError.textWithNUL) {
                try await database.read { try $0.exists("SELECT 1 FROM t WHERE s = \(text)") }
            }
            try await insert("plain")
            #expect(try await database.read { try $0.values("SELECT s FROM t", as: String.self) } == ["plain"])
        }
    }

    @Test(
        "Bytes are read back, and empty ones differ from NULL",
        arguments: [nil, [], [0], Array(0...255)], TestEngine.available)
    func blobs(bytes: [UInt8]?, engine: TestEngine) async throws {
        try await withValues(engine) { database in
            try await database.write { try $0.run("INSERT INTO t (b) VALUES (\(bytes))") }
            let found = try await database.read { try $0.values("SELECT b FROM t", as: [UInt8]?.self) }
            #expect(found == [bytes])
        }
    }

    @Test("Numbers keep their whole range", arguments: [Int64.min, -1, 0, 1, .max], TestEngine.available)
    func integers(number: Int64, engine: TestEngine) async throws {
        try await withValues(engine) { database in
            let found = try await database.write { connection in
                try connection.first(
                    "INSERT INTO t (i, r) VALUES (\(number), \(Double(number) / 3)) RETURNING i, r"
                ) { row throws(StorageError) in (try row["i"] as Int64, try row["r"] as Double) }
            }
            #expect(found?.0 == number && found?.1 == Double(number) / 3)
            let bits = UInt64(bitPattern: number)
            let same = try await database.read { try $0.exists("SELECT 1 FROM t WHERE i = \(bits)") }
            #expect(same)
        }
    }

    private enum Color: String, ColumnValue { case red, blue }

    @Test("Domain values are stored as their raw values", arguments: TestEngine.available)
    func domainValues(engine: TestEngine) async throws {
        try await withValues(engine) { database in
            let (time, account) = (UnixTime(rawValue: 1_763_690_000_000), AccountID("ada"))
            try await database.write { connection in
                try connection.run("INSERT INTO t (i, s) VALUES (\(time), \(account))")
                try connection.run("INSERT INTO t (i, s) VALUES (\(true), \(Color.red))")
                try connection.run("INSERT INTO t (i, s) VALUES (\(false), \(Personal("Ada"))), (\(nil as Int?), 'x')")
            }
            #expect(try await database.read { try $0.value("SELECT i FROM t WHERE id = 1") } == time)
            #expect(try await database.read { try $0.value("SELECT s FROM t WHERE id = 1") } == account)
            #expect(try await database.read { try $0.value("SELECT s FROM t WHERE id = 2") } == Color.red)
            #expect(try await database.read { try $0.value("SELECT s FROM t WHERE id = 3") } == Personal("Ada"))
            let truths = try await database.read { try $0.values("SELECT i FROM t WHERE id > 1", as: Bool?.self) }
            #expect(truths == [true, false, nil])
            let known = try await database.read { try $0.values("SELECT s FROM t ORDER BY id", as: Color?.self) }
            #expect(known == [nil, .red, nil, nil])
        }
    }

    @Test("Columns are found by their names, in whatever order they are read", arguments: TestEngine.available)
    func names(engine: TestEngine) async throws {
        try await withValues(engine) { database in
            try await database.write { try $0.execute("INSERT INTO t (i, s, r) VALUES (1, 'a', 0.5), (2, 'b', 1.5)") }
            let rows = try await database.read { connection in
                try connection.all("SELECT t.i, s AS name, i + 1 AS next FROM t ORDER BY id") {
                    row throws(StorageError) -> String? in
                    let number: Int = try row["i"]
                    let (next, name): (Int, String) =
                        number == 1 ? (try row["next"], try row["name"]) : (0, try row["name"])
                    return "\(number) \(name) \(next) \(try row["i"] as Int)"
                }
            }
            #expect(rows == ["1 a 2 1", "2 b 0 2"])
        }
    }

    @Test(
        "A missing or ambiguous column, or an unexpected NULL, is an error",
        arguments: ["SELECT i FROM t", "SELECT s, i AS s FROM t", "SELECT NULL AS s"] as [SQL], TestEngine.available)
    func wrongColumns(sql: SQL, engine: TestEngine) async throws {
        try await withValues(engine) { database in
            try await database.write { try $0.execute("INSERT INTO t (i, s) VALUES (1, 'a')") }
            let failure = await storageError {
                _ = try await database.read { try $0.first(sql) { row throws(StorageError) in try row["s"] as String } }
            }
            #expect(failure.isMisuse, "reported as \(String(describing: failure))")
        }
    }

    @Test("Bound values of one run do not leak into the next", arguments: TestEngine.available)
    func bindings(engine: TestEngine) async throws {
        try await withValues(engine) { database in
            for (number, text) in [(7, "secret"), (8, nil)] as [(Int, String?)] {
                let count = try await database.write { connection in
                    try connection.run("INSERT INTO t (i, s) VALUES (\(number), \(text))")
                }
                #expect(count == 1)
            }
            #expect(try await database.read { try $0.number("SELECT count(*) FROM t WHERE s IS NULL") } == 1)
        }
    }

    @Test(
        "Parts of a statement keep their values, and different parts make different statements",
        arguments: TestEngine.available)
    func fragments(engine: TestEngine) async throws {
        try await withValues(engine) { database in
            try await database.write { try $0.execute("INSERT INTO t (i, s) VALUES (1, 'a'), (2, 'b'), (3, 'b')") }
            let (late, named): (SQL, SQL) = ("i > \(1)", "s = \("b")")
            let table = SQL(name: "t")
            let counts = try await database.read { connection in
                try [late, named, "\(late) AND \(named) AND i < \(3)", "1 = 1"].map { condition in
                    try connection.number("SELECT count(*) FROM \(table) WHERE \(condition)")
                }
            }
            #expect(counts == [2, 2, 1, 3])
        }
    }

    @Test("A name in SQL is always quoted", arguments: TestEngine.available)
    func quotedNames(engine: TestEngine) async throws {
        try await withValues(engine) { database in
            let table = SQL(name: "a\"; DROP TABLE t; --")
            try await database.write { connection in
                try connection.execute("CREATE TABLE \(table) (i INTEGER) STRICT")
                try connection.run("INSERT INTO \(table) VALUES (\(5))")
            }
            #expect(try await database.read { try $0.number("SELECT i FROM \(table)") } == 5)
            #expect(try await database.read { try $0.number("SELECT count(*) FROM t") } == 0)
        }
    }

    @Test("Printing a statement shows no value")
    func printing() {
        let sql: SQL = "SELECT s FROM t WHERE s = \("secret") AND i > \(7)"
        var dumped = ""
        dump(sql, to: &dumped)
        #expect("\(sql)" == "SELECT s FROM t WHERE s = ? AND i > ?")
        #expect(String(reflecting: sql) == "\(sql)" && !dumped.contains("secret"))
    }

    @Test("A statement cannot run again while its rows are read, but another one can", arguments: TestEngine.available)
    func nested(engine: TestEngine) async throws {
        try await withValues(engine) { database in
            try await database.write { try $0.execute("INSERT INTO t (i) VALUES (1), (2)") }
            func rows(_ connection: Connection, again: Bool) throws(StorageError) -> [Int] {
                try connection.all("SELECT i FROM t ORDER BY i") { row throws(StorageError) in
                    if again { _ = try rows(connection, again: false) }
                    _ = try connection.exists("SELECT 1 FROM t")
                    return try row["i"]
                }
            }
            #expect(try await database.read { try rows($0, again: false) } == [1, 2])
            let failure = await storageError { _ = try await database.read { try rows($0, again: true) } }
            #expect(failure.isMisuse, "reported as \(String(describing: failure))")
            #expect(try await database.read { try rows($0, again: false) } == [1, 2], "it can be run again afterwards")
        }
    }

    @Test("A change is complete although only its first row is read", arguments: TestEngine.available)
    func firstOfMany(engine: TestEngine) async throws {
        try await withValues(engine) { database in
            let first: Int? = try await database.write { connection in
                try connection.execute("INSERT INTO t (i) VALUES (1), (2), (3)")
                return try connection.value("UPDATE t SET i = i + 10 RETURNING i")
            }
            #expect(first == 11)
            #expect(try await database.read { try $0.values("SELECT i FROM t", as: Int.self) } == [11, 12, 13])
        }
    }

    @Test("A statement that may end early must not change data", arguments: TestEngine.available)
    func changesAskedFor(engine: TestEngine) async throws {
        try await withValues(engine) { database in
            let insert: SQL = "INSERT INTO t (i) VALUES (1), (2) RETURNING i"
            let asks: [@Sendable (Connection) throws -> Void] = [
                { _ = try $0.exists(insert) }, { try $0.forEach(insert) { _ throws(StorageError) in true } },
            ]
            for ask in asks { #expect(await storageError { try await database.write { try ask($0) } }.isMisuse) }
            let count = try await database.read { try $0.number("SELECT count(*) FROM t") }
            #expect(count == 0)
        }
    }

    @Test("A script takes no values", arguments: TestEngine.available)
    func scripts(engine: TestEngine) async throws {
        try await withValues(engine) { database in
            let failure = await storageError {
                try await database.write { try $0.execute("INSERT INTO t (i) VALUES (\(1)); DELETE FROM t") }
            }
            #expect(failure.isMisuse, "reported as \(String(describing: failure))")
        }
    }

    @Test(
        "Code inside a transaction cannot control it",
        arguments: ["COMMIT", " rollback", "BEGIN IMMEDIATE", "/* now */ end", "-- now\nSAVEPOINT x", "; RELEASE one"]
            as [SQL], TestEngine.available)
    func transactionControl(sql: SQL, engine: TestEngine) async throws {
        try await withValues(engine) { database in
            let ways: [@Sendable (Connection) throws -> Void] = [
                { try $0.execute(sql) }, { try $0.run(sql) }, { try $0.enqueue(sql) },
            ]
            for way in ways { #expect(await storageError { try await database.write { try way($0) } }.isMisuse) }
        }
    }

    @Test(
        "Wrong SQL, no SQL and two statements for one are errors",
        arguments: ["SELEC 1", "", "SELECT 1; SELECT 2", "SELECT * FROM nowhere"] as [SQL], TestEngine.available)
    func wrongSQL(sql: SQL, engine: TestEngine) async throws {
        try await withValues(engine) { database in
            await #expect(throws: StorageError.self) { try await database.read { _ = try $0.exists(sql) } }
            let one = try await database.read { try $0.number("SELECT 1;") }
            #expect(one == 1)
        }
    }

    @Test("A broken constraint has its kind", arguments: TestEngine.available)
    func constraints(engine: TestEngine) async throws {
        try await withValues(engine) { database in
            let cases: [(SQL, ConstraintKind)] = [
                ("INSERT INTO rules (a) VALUES (1)", .unique),
                ("INSERT INTO rules (a, b) VALUES (2, 10)", .unique),
                ("INSERT INTO rules (a, c) VALUES (3, NULL)", .notNull),
                ("INSERT INTO rules (a, d) VALUES (4, -1)", .check),
                ("INSERT INTO rules (a, e) VALUES (5, 99)", .foreignKey),
            ]
            try await database.write { try $0.execute("INSERT INTO rules (a, b) VALUES (1, 10)") }
            for (sql, kind) in cases {
                let failure = await storageError { try await database.write { try $0.execute(sql) } }
                #expect(failure.broken == kind, "\(sql)")
            }
        }
    }

    private func withValues(_ engine: TestEngine, _ body: (ServiceDatabase) async throws -> Void) async throws {
        try await engine.withDatabase(
            migrations: [
                Migration(
                    "values",
                    sql: """
                        CREATE TABLE t (id INTEGER PRIMARY KEY, i INTEGER, r REAL, s TEXT, b BLOB) STRICT;
                        CREATE TABLE rules (a INTEGER PRIMARY KEY, b INTEGER UNIQUE, c INTEGER NOT NULL DEFAULT 0,
                            d INTEGER CHECK (d > 0), e INTEGER REFERENCES t (id)) STRICT;
                        """)
            ], body)
    }
}
