// What stores do with a connection, on either engine.

import Models
import Testing

@testable import Storage

@Suite("Connections of either engine", .timeLimit(.minutes(10)))
struct ConnectionTests {
    private static let table: SQL =
        "CREATE TABLE t (id INTEGER PRIMARY KEY, i INTEGER, r REAL, s TEXT UNIQUE, b BLOB) STRICT"

    @Test("Values come back as they were stored, by the names of their columns", arguments: TestEngine.available)
    func values(engine: TestEngine) async throws {
        try await engine.withConnection(Self.table) { connection in
            let number = try connection.insert(
                """
                INSERT INTO t (i, r, s, b) VALUES (\(Int64.min), \(0.1), \("é e\u{301}"), \([0, 255] as [UInt8])) \
                RETURNING id
                """)
            #expect(number == 1)
            let row = try connection.first("SELECT b, s, r, i, i IS NULL AS none FROM t WHERE id = \(number)") {
                row throws(StorageError) in
                (
                    try row["i"] as Int64, try row["r"] as Double, try row["s"] as String, try row["b"] as [UInt8],
                    try row["none"] as Bool
                )
            }
            #expect(row?.0 == .min && row?.1 == 0.1 && row?.2.utf8.count == 6 && row?.3 == [0, 255] && row?.4 == false)
            #expect(try connection.run("UPDATE t SET i = \(nil as Int?), b = \([] as [UInt8])") == 1)
            #expect(try connection.value("SELECT i FROM t", as: Int.self) == nil)
            #expect(try connection.value("SELECT b FROM t") == ([] as [UInt8]))
            #expect(try connection.exists("SELECT 1 FROM t WHERE r < \(0.2)"))
            #expect(throws: StorageError.self) {
                try connection.first("SELECT i FROM t") { row throws(StorageError) in try row["i"] as Int }
            }
        }
    }

    @Test("What is enqueued is there for what comes after it, in its order", arguments: TestEngine.available)
    func enqueued(engine: TestEngine) async throws {
        try await engine.withConnection(Self.table) { connection in
            let before = connection.totalChanges
            for number in 0..<3000 { try connection.enqueue("INSERT INTO t (i) VALUES (\(number))") }
            try connection.enqueue("UPDATE t SET i = i + 1 WHERE i = 2999")
            #expect(connection.totalChanges - before == 3001)
            #expect(try connection.values("SELECT i FROM t ORDER BY id", as: Int.self) == Array(0..<2999) + [3000])
            #expect(try connection.run("DELETE FROM t") == 3000)
        }
    }

    @Test("What was enqueued and fails makes the transaction fail", arguments: TestEngine.available)
    func enqueuedFailure(engine: TestEngine) async throws {
        let failure = await storageError {
            try await engine.withConnection(Self.table) { connection in
                for text in ["a", "b", "a"] { try connection.enqueue("INSERT INTO t (s) VALUES (\(text))") }
            }
        }
        #expect(failure.broken == .unique)
    }

    @Test("A bound counts rows that can be read, whatever stands before them", arguments: TestEngine.available)
    func bound(engine: TestEngine) async throws {
        try await engine.withConnection(Self.table) { connection in
            for number in 0..<100 { try connection.enqueue("INSERT INTO t (i) VALUES (\(number))") }
            let all: SQL = "SELECT i FROM t ORDER BY id"
            for (first, limit, found) in [(0, 2, [0, 1]), (90, 3, [90, 91, 92]), (98, 5, [98, 99]), (0, .max, [])] {
                let numbers = try connection.all(all, limit: limit) { row throws(StorageError) -> Int? in
                    let number: Int = try row["i"]
                    return number < first ? nil : number
                }
                #expect(numbers == (found.isEmpty ? Array(0..<100) : found))
            }
            #expect(throws: StorageError.self) {
                try connection.values("DELETE FROM t RETURNING i", limit: 1, as: Int.self)
            }
        }
    }

    @Test("Whether a table is there is told by its name", arguments: TestEngine.available)
    func tables(engine: TestEngine) async throws {
        try await engine.withConnection(Self.table) { connection in
            let found = try ["t", "T", "pg_class", "sqlite_schema"].filter { try connection.engine.hasTable($0) }
            #expect(found == ["t"])
        }
    }
}
