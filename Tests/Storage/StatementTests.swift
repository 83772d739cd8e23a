// Binding, stepping and reading values exactly as they are.

import Foundation
import Storage
import Testing

@Suite("Prepared statements", .timeLimit(.minutes(2)))
struct StatementTests {
    @Test(
        "A text comes back byte for byte",
        arguments: [
            "", "plain", "a\u{0}b", "\u{0}", "é e\u{301}", "👩‍👩‍👧", String(repeating: "x", count: 100_000),
            "'; DROP TABLE t",
        ])
    func texts(text: String) async throws {
        try await withValues { database in
            try await database.write { connection in
                let insert = try connection.prepare("INSERT INTO t (s) VALUES (?1)")
                try insert.bind(1, text)
                try insert.run()
            }
            let found = try database.read { connection in
                let select = try connection.prepare("SELECT s FROM t WHERE s = ?1")
                try select.bind(1, text)
                return try select.step() ? select.optionalText(0) : nil
            }
            #expect(found.map { Array($0.utf8) } == Array(text.utf8))
        }
    }

    @Test(
        "Bytes come back, empty ones as empty and missing ones as missing", arguments: [nil, [], [0], Array(0...255)])
    func blobs(bytes: [UInt8]?) async throws {
        try await withValues { database in
            try await database.write { connection in
                let insert = try connection.prepare("INSERT INTO t (b) VALUES (?1)")
                try insert.bind(1, bytes)
                try insert.run()
            }
            let found = try database.read { connection in
                let select = try connection.prepare("SELECT b FROM t")
                return try select.step() ? select.optionalBlob(0) : [1, 2, 3]
            }
            #expect(found == bytes)
        }
    }

    @Test("Numbers keep their whole range", arguments: [Int64.min, -1, 0, 1, .max])
    func integers(number: Int64) async throws {
        try await withValues { database in
            let found = try await database.write { connection in
                let insert = try connection.prepare("INSERT INTO t (i, r) VALUES (?1, ?2) RETURNING i, r")
                try insert.bind(1, number)
                try insert.bind(2, Double(number) / 3)
                return try insert.step() ? (insert.int64(0), insert.double(1)) : (0, 0)
            }
            #expect(found == (number, Double(number) / 3))
        }
    }

    @Test("What was bound for one run does not leak into the next")
    func bindings() async throws {
        try await withValues { database in
            try await database.write { connection in
                let first = try connection.prepare("INSERT INTO t (i, s) VALUES (?1, ?2)")
                try first.bind(1, Int64(7))
                try first.bind(2, "secret")
                #expect(try first.run() == 1)
                let second = try connection.prepare("INSERT INTO t (i, s) VALUES (?1, ?2)")
                try second.bind(1, Int64(8))
                try second.run()
                #expect(try connection.number("SELECT count(*) FROM t WHERE s IS NULL") == 1)
            }
        }
    }

    @Test("A statement that was prepared again is taken from its former holder")
    func lease() async throws {
        try await withValues { database in
            try await database.write { try $0.execute("INSERT INTO t (i) VALUES (1), (2)") }
            let failure = storageError {
                try database.read { connection in
                    let outer = try connection.prepare("SELECT i FROM t")
                    _ = try outer.step()
                    _ = try connection.prepare("SELECT i FROM t").step()
                    #expect(outer.isNull(0))
                    _ = try outer.step()
                }
            }
            guard case .sqlite(code: 21, _)? = failure else {
                Issue.record("reported as \(String(describing: failure))")
                return
            }
        }
    }

    @Test("A statement ends with the closure that prepared it")
    func escape() async throws {
        try await withValues { database in
            let escaped = try database.read { try $0.prepare("SELECT 1") }
            #expect(throws: StorageError.self) { try escaped.step() }
        }
    }

    @Test(
        "Transactions are not for those who run inside one",
        arguments: ["COMMIT", " rollback", "BEGIN IMMEDIATE", "/* now */ end", "-- now\nSAVEPOINT x", "; RELEASE one"])
    func transactionControl(sql: String) async throws {
        try await withValues { database in
            for run in [{ try $0.execute(sql) }, { _ = try $0.prepare(sql) }] as [@Sendable (Connection) throws -> Void]
            {
                guard case .sqlite(code: 21, _)? = await storageError({ try await database.write { try run($0) } })
                else {
                    Issue.record("not refused")
                    return
                }
            }
        }
    }

    @Test(
        "Wrong SQL, no SQL and two statements for one are errors",
        arguments: ["SELEC 1", "", "SELECT 1; SELECT 2", "SELECT * FROM nowhere"])
    func wrongSQL(sql: String) async throws {
        try await withValues { database in
            #expect(throws: StorageError.self) { try database.read { _ = try $0.prepare(sql) } }
            let one = try database.read { try $0.number("SELECT 1;") }
            #expect(one == 1)
        }
    }

    @Test("Broken rules say which kind they are")
    func constraints() async throws {
        try await withValues { database in
            let cases: [(String, ConstraintKind)] = [
                ("INSERT INTO rules (a) VALUES (1)", .unique),
                ("INSERT INTO rules (a, b) VALUES (2, 10)", .unique),
                ("INSERT INTO rules (a, c) VALUES (3, NULL)", .notNull),
                ("INSERT INTO rules (a, d) VALUES (4, -1)", .check),
                ("INSERT INTO rules (a, e) VALUES (5, 99)", .foreignKey),
            ]
            try await database.write { try $0.execute("INSERT INTO rules (a, b) VALUES (1, 10)") }
            for (sql, kind) in cases {
                guard
                    case .constraint(kind, _)? = await storageError({ try await database.write { try $0.execute(sql) } }
                    )
                else {
                    Issue.record("\(sql) is not \(kind)")
                    continue
                }
            }
        }
    }

    private func withValues(_ body: (ServiceDatabase) async throws -> Void) async throws {
        let folder = try ScratchFolder()
        let database = try folder.open(migrations: [
            Migration(
                "values",
                sql: """
                    CREATE TABLE t (id INTEGER PRIMARY KEY, i INTEGER, r REAL, s TEXT, b BLOB) STRICT;
                    CREATE TABLE rules (a INTEGER PRIMARY KEY, b INTEGER UNIQUE, c INTEGER NOT NULL DEFAULT 0,
                        d INTEGER CHECK (d > 0), e INTEGER REFERENCES t (id)) STRICT;
                    """)
        ])
        try await body(database)
        try database.close()
    }
}
