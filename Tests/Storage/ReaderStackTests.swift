import Dispatch

@testable import Storage

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

    @Test(
        "A connection that is opened later has the settings for durability too",
        arguments: [("synchronous", 2), ("foreign_keys", 1)] as [(SQL, Int64)])
    func settings(pragma: SQL, value: Int64) throws {
        let folder = try ScratchFolder()
        let database = try folder.open()
        let readers = try ReaderStack(path: folder.database.path, options: StorageOptions(), skipped: SkippedRows())
        let second = try readers.withConnection { _ in
            try readers.withConnection { reader in try reader.read { try $0.number("PRAGMA \(pragma)") } }
        }
        #expect(second == value)
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
