@testable import Storage

@Suite("Statements on PostgreSQL", needsPostgreSQL, .timeLimit(.minutes(10))) struct PostgreSQLConnectionTests {
    @Test("A statement is prepared once")
    func preparedOnce() throws {
        let connection = try ScratchSchema().withNotes()
        for number in 0..<20 { try connection.addNote("\(number)") }
        let prepared: SQL = "SELECT count(*) FROM pg_prepared_statements WHERE statement LIKE 'INSERT INTO notes%'"
        #expect(try connection.integers(prepared) == [1])
        #expect(try connection.notes().count == 20)
    }

    @Test("More different statements than the cache keeps replace each other")
    func manyStatements() throws {
        let connection = try ScratchSchema().connection()
        for number in 0..<600 {
            #expect(try connection.integers("SELECT \(number) AS \(SQL(name: "column\(number)"))") == [Int64(number)])
        }
        let kept = try connection.integers("SELECT count(*) FROM pg_prepared_statements")
        #expect(kept.first.flatMap { $0 } ?? 0 <= 257)
    }

    @Test("A wrong statement fails with its SQLSTATE each time")
    func wrongStatements() throws {
        let connection = try ScratchSchema().connection()
        for _ in 0..<2 {
            let failure = storageError { _ = try connection.run("SELECT nothing") }
            #expect(failure.state == "42703")
        }
        #expect(try connection.integers("SELECT 1") == [1])
    }

    @Test("Changes are counted, reads are not")
    func changes() throws {
        let connection = try ScratchSchema().withNotes()
        #expect(try connection.run("INSERT INTO notes (text) VALUES ('a'), ('b'), ('c')") == 3)
        #expect(connection.totalChanges == 3)
        #expect(try connection.notes().count == 3)
        #expect(try connection.rows("DELETE FROM notes WHERE text > 'a' RETURNING text") { $0.text(0) } == ["b", "c"])
        #expect(connection.totalChanges == 5)
        #expect(try connection.run("DELETE FROM notes WHERE text = \("none")") == 0)
    }

    // MARK: Sent without waiting

    @Test("More data than the socket's buffers hold is sent in both directions at once")
    func bothWays() throws {
        let connection = try ScratchSchema().connection()
        let text = String(repeating: "x", count: 50_000)
        for _ in 0..<400 { try connection.enqueue("SELECT \(text), \(text)") }
        #expect(try connection.texts("SELECT \("end")") == ["end"])
    }

    // MARK: Rows that come as they are read

    @Test("A large result is streamed, and can be ended before its last row")
    func streamed() throws {
        let connection = try ScratchSchema().connection()
        func numbers() throws -> PostgreSQLStatement {
            try connection.begin("SELECT n FROM generate_series(1, 100000) AS n", onlyReads: true, isStreamed: true)
        }
        var statement = try numbers()
        var sum: Int64 = 0
        while try statement.step() { sum += statement.integer(0) ?? 0 }
        statement.end()
        #expect(sum == 5_000_050_000)
        statement = try numbers()
        #expect(try statement.step() && statement.integer(0) == 1)
        statement.end()
        #expect(try connection.integers("SELECT 7") == [7])
    }

    @Test("Another statement can run while rows are streamed")
    func streamedAndNested() throws {
        let connection = try ScratchSchema().connection()
        let statement = try connection.begin(
            "SELECT n FROM generate_series(1, 1000) AS n", onlyReads: true, isStreamed: true)
        var found: [Int64?] = []
        while try statement.step() {
            found += try connection.integers("SELECT \(statement.integer(0) ?? 0) * 2")
        }
        statement.end()
        #expect(found == (1...1000).map { $0 * 2 })
    }

    @Test("A failure while rows are streamed fails the reader, and the connection still works")
    func streamedFailure() throws {
        let connection = try ScratchSchema().connection()
        let failure = storageError {
            let statement = try connection.begin(
                "SELECT 1 / (5000 - n) FROM generate_series(1, 10000) AS n", onlyReads: true, isStreamed: true)
            defer { statement.end() }
            while try statement.step() {}
        }
        #expect(failure.state == "22012")
        #expect(try connection.integers("SELECT 1") == [1])
    }

    // MARK: Connections that are lost

    @Test("After a loss another connection is opened, and statements are prepared on it")
    func reconnects() throws {
        let schema = try ScratchSchema()
        let (connection, other) = (try schema.withNotes(), schema.connection())
        try connection.addNote("a")
        try connection.killBackend(by: other)
        #expect(storageError({ try connection.addNote("b") }).name == "serverUnavailable")
        try connection.addNote("c")
        #expect(try connection.notes() == ["a", "c"])
    }

    @Test("The error for an unreachable server has no password, and the next try waits")
    func unreachable() throws {
        let address = try PostgreSQLAddress("postgres://ada:secret@/db?host=/nonexistent")
        var options = PostgreSQLOptions()
        options.reconnectPause = .seconds(3600)
        let connection = PostgreSQLConnection(address, options: options)
        let failures = [storageError { try connection.open() }, storageError { try connection.open() }]
        let text = failures[0]?.description ?? ""
        #expect(failures[0].name == "serverUnavailable" && text.contains("postgres:///nonexistent/db"), "\(text)")
        #expect(!text.contains("secret"))
        #expect(failures[0] == failures[1])
    }

    @Test("A server that does not answer counts as lost after a time")
    func silence() throws {
        let connection = try ScratchSchema().connection { $0.responseTimeout = .seconds(1) }
        #expect(storageError({ _ = try connection.run("SELECT pg_sleep(\(20.0))") }).name == "serverUnavailable")
        #expect(!connection.isOpen)
        #expect(try connection.integers("SELECT 1") == [1])
    }

    @Test("The server ends a statement that takes too long")
    func statementTimeout() throws {
        let connection = try ScratchSchema().connection { $0.statementTimeout = .seconds(1) }
        #expect(storageError({ _ = try connection.run("SELECT pg_sleep(\(20.0))") }).name == "busy")
        #expect(try connection.integers("SELECT 1") == [1])
    }
}

@Suite("Advice on a refused connection to PostgreSQL") struct PostgreSQLAdviceTests {
    @Test(
        "The advice fits the reason of libpq",
        arguments: [
            ("connection to server at \"db\" failed: session is read-only", "still recovers, or it is a standby"),
            ("FATAL:  the database system is starting up", "still recovers, or it is a standby"),
            ("FATAL:  database \"balise\" does not exist", "BALISE_STORAGE"),
        ])
    func advice(_ reason: String, _ advice: String) {
        #expect(PostgreSQLLink.advice(on: reason).contains(advice))
    }
}

@Suite("SQL worded for PostgreSQL") struct PostgreSQLDialectTests {
    @Test("Values are numbered in the order in which they stand")
    func values() {
        let part: SQL = "b = \("x") AND c IN \(list: [1, 2])"
        let sql: SQL = "UPDATE t SET a = \(1) WHERE \(part) -- '?'"
        #expect(sql.postgreSQLText == "UPDATE t SET a = $1 WHERE b = $2 AND c IN ($3, $4) -- '?'")
    }

    @Test(
        "Types and tables get PostgreSQL's keywords",
        arguments: [
            ("SELECT max(?1, ?12) FROM t", "SELECT max($1, $12) FROM t"),
            (
                "CREATE TABLE t (\n    a INTEGER NOT NULL,\n    b REAL,\n    c BLOB\n) STRICT, WITHOUT ROWID;\nSELECT 1",
                "CREATE TABLE t (\n    a BIGINT NOT NULL,\n    b DOUBLE PRECISION,\n    c BYTEA\n);\nSELECT 1"
            ),
            ("CREATE TABLE t (a TEXT UNIQUE) STRICT", "CREATE TABLE t (a TEXT COLLATE \"C\" UNIQUE)"),
            ("CREATE TABLE t (text TEXT)", "CREATE TABLE t (text TEXT COLLATE \"C\")"),
            ("CREATE TABLE t (a TEXT) WITHOUT ROWID", "CREATE TABLE t (a TEXT COLLATE \"C\")"),
            ("ALTER TABLE t ADD COLUMN a TEXT", "ALTER TABLE t ADD COLUMN a TEXT COLLATE \"C\""),
            (
                "CREATE TABLE t (n INTEGER PRIMARY KEY AUTOINCREMENT, a INTEGER)",
                "CREATE TABLE t (n BIGINT GENERATED BY DEFAULT AS IDENTITY PRIMARY KEY, a BIGINT)"
            ),
            (
                "CREATE TABLE t (n INTEGER PRIMARY KEY)",
                "CREATE TABLE t (n BIGINT GENERATED BY DEFAULT AS IDENTITY PRIMARY KEY)"
            ),
            (
                "CREATE TABLE t (one INTEGER PRIMARY KEY CHECK (one = 1))",
                "CREATE TABLE t (one BIGINT PRIMARY KEY CHECK (one = 1))"
            ),
            ("SELECT CAST(a AS TEXT), CAST(a AS INTEGER)", "SELECT CAST(a AS TEXT), CAST(a AS BIGINT)"),
            (
                "SELECT 'INTEGER ?1' AS \"REAL\" -- BLOB's\n, 'it''s' /* TEXT */",
                "SELECT 'INTEGER ?1' AS \"REAL\" -- BLOB's\n, 'it''s' /* TEXT */"
            ),
            ("CREATE INDEX i ON t (a) WHERE a IS NOT NULL", "CREATE INDEX i ON t (a) WHERE a IS NOT NULL"),
            ("SELECT 'open", "SELECT 'open"),
        ])
    func words(sqlite: String, postgreSQL: String) { #expect(sqlite.wordedForPostgreSQL == postgreSQL) }
}

@Suite("The first row on PostgreSQL", needsPostgreSQL, .timeLimit(.minutes(10))) struct PostgreSQLFirstRowTests {
    @Test("The server produces no other row, whichever call asks")
    func oneRow() throws {
        let connection = try ScratchSchema().connection()
        try connection.runScript("CREATE SEQUENCE made")
        let query: SQL = "SELECT nextval('made') AS number FROM generate_series(1, 500)"
        for call in 1...3 {
            let isFound = try connection.transaction { connection in
                let connection = Connection(connection)
                switch call {
                case 1: return try connection.value(query, as: Int64.self) == 1
                case 2: return try connection.first(query) { _ in true } == true
                default: return try connection.exists(query)
                }
            }
            #expect(isFound)
            #expect(try connection.integers("SELECT last_value FROM made") == [Int64(call)])
        }
        #expect(try connection.integers(query).count == 500)
    }

    @Test(
        "Queries are limited, except those with a limit of their own",
        arguments: [
            ("SELECT a FROM t WHERE b = $1", true),
            ("SELECT 1 FROM a UNION ALL SELECT 1 FROM b", true),
            ("SELECT a FROM t WHERE b IN (SELECT b FROM u LIMIT 1)", true),
            ("SELECT 'LIMIT' FROM t", true),
            ("SELECT a FROM t ORDER BY a LIMIT $1", false),
            ("SELECT a FROM t FOR UPDATE", false),
            ("SELECT a FROM t OFFSET 1", false),
            ("SELECT a FROM t -- as always", false),
            ("SELECT a FROM t;", false),
            ("DELETE FROM t RETURNING a", false),
            ("WITH gone AS (DELETE FROM t RETURNING a) SELECT a FROM gone", false),
        ])
    func texts(query: String, isLimited: Bool) {
        #expect(query.limitedToFirstRow == (isLimited ? query + " LIMIT 1" : query))
    }
}
