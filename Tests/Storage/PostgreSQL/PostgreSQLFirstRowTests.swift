// What is asked of the server when no row but the first is looked at.

import Isolation
import Testing

@testable import Storage

@Suite("The first row on PostgreSQL", needsPostgreSQL, .timeLimit(.minutes(10)))
struct PostgreSQLFirstRowTests {
    private static let table: SQL = "CREATE TABLE numbers (number INTEGER PRIMARY KEY) STRICT"

    @Test("No other row is made by the server, whichever call asks")
    func oneRow() throws {
        let connection = try ScratchSchema().connection()
        try connection.runScript("CREATE SEQUENCE made")
        // Each row that the server makes counts.
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
        // The same text is another statement where all rows are wanted.
        #expect(try connection.integers(query).count == 500)
    }

    @Test("What changes rows changes all of them", arguments: TestEngine.available)
    func changes(engine: TestEngine) async throws {
        try await engine.withConnection(Self.table) { connection in
            for number in 1...5 { try connection.run("INSERT INTO numbers VALUES (\(number))") }
            let first: Int? = try connection.value("DELETE FROM numbers WHERE number > 2 RETURNING number")
            #expect(first != nil)
            for query: SQL in [
                "SELECT count(*) FROM numbers", "SELECT number FROM numbers ORDER BY number DESC",
                "SELECT number FROM numbers ORDER BY number LIMIT 1 OFFSET 1",
            ] {
                let found: Int? = try connection.value(query)
                #expect(found == 2)
            }
        }
    }

    @Test(
        "Queries are limited, but for those that limit themselves",
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
