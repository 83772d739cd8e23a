import Dispatch

@testable import Storage

@Suite("Connections of either engine", .timeLimit(.minutes(10))) struct ConnectionTests {
    private static let table: SQL =
        "CREATE TABLE t (id INTEGER PRIMARY KEY, i INTEGER, r REAL, s TEXT UNIQUE, b BLOB) STRICT"

    @Test("Later statements see enqueued ones, in their order", arguments: TestEngine.available)
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

    @Test("A failed enqueued statement makes the transaction fail", arguments: TestEngine.available)
    func enqueuedFailure(engine: TestEngine) async throws {
        let failure = await storageError {
            try await engine.withConnection(Self.table) { connection in
                for text in ["a", "b", "a"] { try connection.enqueue("INSERT INTO t (s) VALUES (\(text))") }
            }
        }
        #expect(failure.broken == .unique)
    }

    @Test("A table is found by its exact name", arguments: TestEngine.available)
    func tables(engine: TestEngine) async throws {
        try await engine.withConnection(Self.table) { connection in
            let found = try ["t", "T", "pg_class", "sqlite_schema"].filter { try connection.engine.hasTable($0) }
            #expect(found == ["t"])
        }
    }
}

@Suite("Reading connections", .timeLimit(.minutes(10))) struct ReaderStackTests {
    @Test("A connection that is left in a transaction is not lent again")
    func openTransaction() async throws {
        let folder = try ScratchFolder()
        let database = try folder.open()
        let options = StorageOptions.with { $0.maximumReaders = 1 }
        let readers = try ReaderStack(path: folder.database.path, options: options, skipped: SkippedRows())
        let before = try readers.withConnection { reader in
            try reader.state.control("BEGIN DEFERRED")
            return try reader.read { try $0.notes() }
        }
        try await database.write { try $0.addNote("new") }
        let after = try readers.withConnection { reader in try reader.read { try $0.notes() } }
        #expect(before == [] && after == ["new"])
        readers.close()
        try database.close()
    }

    @Test("More threads than connections take turns")
    func manyThreads() async throws {
        let folder = try ScratchFolder()
        let database = try folder.open()
        try await database.write { try $0.addNote("one") }
        let options = StorageOptions.with { $0.maximumReaders = 1 }
        let readers = try ReaderStack(path: folder.database.path, options: options, skipped: SkippedRows())
        let sum = Mutex(Int64(0))
        DispatchQueue.concurrentPerform(iterations: 200) { _ in
            let count = try? readers.withConnection { reader in
                try reader.read { try $0.number("SELECT count(*) FROM notes") }
            }
            sum.withLock { $0 += count ?? 0 }
        }
        #expect(sum.withLock { $0 } == 200)
        readers.close()
        try database.close()
    }
}
