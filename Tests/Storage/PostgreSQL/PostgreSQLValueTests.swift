@testable import Storage

@Suite("Values in PostgreSQL", needsPostgreSQL, .timeLimit(.minutes(10))) struct PostgreSQLValueTests {
    private func table() throws -> PostgreSQLConnection {
        let connection = try ScratchSchema().connection()
        try connection.execute("CREATE TABLE t (id INTEGER PRIMARY KEY, i INTEGER, r REAL, s TEXT, b BLOB) STRICT")
        return connection
    }

    @Test(
        "Floating-point numbers keep all their bits",
        arguments: [0, -0.0, 0.1, -1.5e300, .infinity, -.infinity, .leastNonzeroMagnitude, .greatestFiniteMagnitude])
    func reals(number: Double) throws {
        let connection = try table()
        _ = try connection.run("INSERT INTO t (r) VALUES (\(number))")
        #expect(try connection.rows("SELECT r FROM t") { $0.real(0)?.bitPattern } == [number.bitPattern])
    }

    @Test("NaN is stored as NULL, as in SQLite")
    func notANumber() throws {
        let connection = try table()
        _ = try connection.run("INSERT INTO t (r) VALUES (\(Double.nan))")
        #expect(try connection.rows("SELECT r FROM t") { $0.isNull(0) } == [true])
    }

    @Test("NULL has the type of the missing value")
    func missingValues() throws {
        let connection = try table()
        for _ in 0..<2 {
            _ = try connection.run(
                """
                INSERT INTO t (i, r, s, b) \
                VALUES (\(nil as Int?), \(nil as Double?), \(nil as String?), \(nil as [UInt8]?))
                """)
        }
        // Without types PostgreSQL could not say what these parameters are.
        let found = try connection.rows(
            "SELECT \(nil as Int?) IS NULL, coalesce(\(nil as Int?), \(5)), \(nil as AccountID?)"
        ) { ($0.integer(0), $0.integer(1), $0.text(2)) }
        #expect(found.first?.0 == 1 && found.first?.1 == 5 && found.first?.2 == nil)
    }

    @Test("The same statement takes values of other types")
    func otherTypes() throws {
        let connection = try table()
        func insert(_ value: some ColumnValue) throws { _ = try connection.run("INSERT INTO t (r) VALUES (\(value))") }
        try insert(1.5)
        try insert(2)
        try insert(nil as Double?)
        #expect(try connection.rows("SELECT r FROM t ORDER BY id") { $0.real(0) } == [1.5, 2, nil])
    }

    @Test("Results of expressions are read as numbers of any type")
    func expressions() throws {
        let connection = try table()
        _ = try connection.run("INSERT INTO t (i, r) VALUES (\(Int64.max), 1), (\(-7), 2), (\(1_000_000), 3)")
        let reals = try connection.rows(
            """
            SELECT 1, 2::int2, count(*), EXISTS (SELECT 1), sum(i) FILTER (WHERE i < 0), \
            avg(i) FILTER (WHERE i < 2000000), sum(r)::float4, 0::numeric, 0.00125::numeric, 1e300::numeric FROM t
            """
        ) { row in (0..<10).map { row.real($0) } }
        #expect(reals == [[1, 2, 3, 1, -7, 499_996.5, 6, 0, 0.00125, 1e300]])
        // A number beyond the integers is not an integer, and neither is a fraction.
        let integers = try connection.rows(
            """
            SELECT sum(i) FILTER (WHERE i > 0), sum(i) FILTER (WHERE i < 0), sum(i) FILTER (WHERE i = 1000000), \
            avg(i) FILTER (WHERE i < 2000000), 'NaN'::numeric FROM t
            """
        ) { row in (0..<5).map { row.integer($0) } }
        #expect(integers == [[nil, -7, 1_000_000, nil, nil]])
    }

    @Test(
        "A number of any size comes back from PostgreSQL's own arithmetic",
        arguments: [Int64.min, .max, 9_999, 10_000, -10_000, 100_000_000, 123_456_789_012_345, 0])
    func numerics(number: Int64) throws {
        let connection = try table()
        #expect(try connection.integers("SELECT \(number)::numeric") == [number])
    }

    @Test("A value of another type is unreadable, and the error names its column")
    func unreadable() throws {
        let connection = try table()
        let sql: SQL = "SELECT 'x' AS word, 1 AS number, NULL AS nothing"
        let found = try connection.rows(sql) { row in
            (row.integer(0), row.text(1), row.bytes(0), row.unreadable("word", 0), row.unreadable("nothing", 2))
        }
        #expect(found.first?.0 == nil && found.first?.1 == nil && found.first?.2 == nil)
        #expect(found.first?.3 == .unreadable(column: "word", source: sql.text))
        #expect((found.first?.4 as StorageError?).state == "XX000")
    }

    @Test("Texts are ordered and compared by their bytes")
    func order() throws {
        let connection = try table()
        for text in ["b", "a", "B", "é", "z", "Z"] { _ = try connection.run("INSERT INTO t (s) VALUES (\(text))") }
        #expect(try connection.texts("SELECT s FROM t ORDER BY s") == ["B", "Z", "a", "b", "z", "é"])
    }
}
