@testable import Storage

@Suite("A damaged database", .timeLimit(.minutes(10))) struct DamageTests {
    enum Access: CaseIterable, Sendable {
        case read, snapshot, write, backup

        func happen(to database: ServiceDatabase, _ folder: ScratchFolder) async throws {
            switch self {
            case .read: _ = try await database.read { try $0.notes() }
            case .snapshot: _ = try await database.readSnapshot { try $0.notes() }
            case .write: try await database.write { try $0.run("UPDATE notes SET text = text || 'x'") }
            case .backup: try database.backUp(to: folder.file("copy.sqlite"))
            }
        }
    }

    @Test(
        "After any access finds damage the database is not ready, though other writes succeed",
        arguments: Access.allCases)
    func met(_ access: Access) async throws {
        let folder = try ScratchFolder()
        try await fill(folder)
        try damageLeaves(of: folder.database)
        let database = try folder.open(alwaysChecked)
        #expect(await database.findObstacle() == nil, "nobody has met it yet")

        let failure = await storageError { try await access.happen(to: database, folder) }
        guard case .corrupt(folder.database.path, _)? = failure else {
            Issue.record("reported as \(String(describing: failure))")
            return
        }
        #expect(failure?.description.contains("restore a backup") == true)
        try await database.write { try $0.run("INSERT INTO other VALUES (1)") }
        #expect(await database.findObstacle() == failure)
        #expect(!FileManager.default.fileExists(atPath: folder.file("copy.sqlite").path))
        try? database.close()
        let again = try folder.open(alwaysChecked)
        #expect(await again.findObstacle() == nil, "a restart ends it, until it is met again")
        try? again.close()
    }

    @Test("PostgreSQL's errors about damage have the same effect", arguments: ["XX001", "XX002"])
    func server(_ state: String) {
        let error = StorageError(state: state, message: "invalid page in block 7", server: "postgres://db/balise")
        let counters = WriterCounters()
        counters.countFailedRead(error)
        counters.count([], .committed(transactions: 1, failed: 0, ranAgain: false))
        #expect(counters.writingCondition.damage == error)
        #expect(error.description.contains("postgres://db/balise") && error.description.contains("restore a backup"))
    }

    @Test("Clients learn of the damage without its path, and to retry in a minute")
    func answer() throws {
        let cause = StorageError.corrupt(path: "/data/notes.sqlite", message: "malformed")
        let answer = try #require(StoreFailure<Never>(cause).answer)
        #expect(answer.code == .unavailable && answer.retryAfter == 60)
        #expect(answer.message.contains("damaged") && !answer.message.contains("/data"))
    }

    @Test("Clients learn of a full disk, and of any other problem only to retry soon")
    func otherAnswers() throws {
        let full = try #require(StoreFailure<Never>(StorageError.diskFull(path: "/data/notes.sqlite")).answer)
        #expect(full.code == .unavailable && full.retryAfter == 60)
        #expect(full.message.contains("no space left") && !full.message.contains("/data"))
        let closed = StoreFailure<Never>(StorageError.closed).answer
        #expect(closed == ServiceError(.unavailable, "the store is not available", retryAfter: 1))
    }

    private let alwaysChecked = StorageOptions.with { ($0.writeCheckInterval, $0.failureStands) = (.zero, .zero) }

    private func fill(_ folder: ScratchFolder) async throws {
        let database = try folder.open()
        try await database.write { connection in
            try connection.execute("CREATE TABLE other (a INTEGER) STRICT")
            for number in 0..<200 { try connection.addNote("\(number) " + String(repeating: "x", count: 500)) }
        }
        try database.close()
    }

    /// Writes over the second half of the file, in which the notes stand.
    private func damageLeaves(of database: URL) throws {
        let file = try FileHandle(forUpdating: database)
        defer { try? file.close() }
        let end = try file.seekToEnd()
        try file.seek(toOffset: end / 2 / 4096 * 4096)
        try file.write(contentsOf: Data(repeating: 0xa5, count: Int(end - end / 2 / 4096 * 4096)))
    }
}
