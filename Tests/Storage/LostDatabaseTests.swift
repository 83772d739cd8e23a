@Suite("A lost database", .timeLimit(.minutes(10))) struct LostDatabaseTests {
    enum Loss: CaseIterable {
        case removed, emptied, withoutContent

        func happen(to database: URL) throws {
            for suffix in ["", "-wal", "-shm"] {
                let file = URL(fileURLWithPath: database.path + suffix)
                if FileManager.default.fileExists(atPath: file.path) { try FileManager.default.removeItem(at: file) }
            }
            switch self {
            case .removed: break
            case .emptied: try Data().write(to: database)
            case .withoutContent: try ServiceDatabase.open(at: database, migrations: []).close()
            }
        }
    }

    @Test("It is refused with advice until it is back", arguments: Loss.allCases)
    func refused(_ loss: Loss) async throws {
        let folder = try ScratchFolder()
        let database = try open(folder)
        try await database.write { try $0.addNote("kept") }
        let copy = folder.file("copy.sqlite")
        try database.backUp(to: copy)
        try database.close()
        try loss.happen(to: folder.database)

        let failure = refusal(in: folder)
        #expect(
            failure
                == .missing(
                    path: folder.database.path, service: "notes", evidence: folder.file("keys/notes.database").path))
        let words = failure?.description ?? ""
        #expect(words.contains("`restore FOLDER`") && words.contains("`new-database notes`"))
        #expect(failure?.description(for: "toy").contains("`toy new-database notes`") == true)
        #expect(refusal(in: folder) == failure, "trying again changes nothing")

        try Backup.restore(copy, to: folder.database)
        #expect(try await open(folder).used { try await $0.read { try $0.notes() } } == ["kept"])
    }

    @Test("It is created again if the operator allows it, and is then guarded", arguments: Loss.allCases)
    func madeAnew(_ loss: Loss) async throws {
        let folder = try ScratchFolder()
        try open(folder).close()
        try loss.happen(to: folder.database)
        try DatabaseMark(of: folder.database).allowNewDatabase()
        #expect(try await open(folder).used { try await $0.read { try $0.notes() } } == [])
        try loss.happen(to: folder.database)
        #expect(refusal(in: folder) != nil)
    }

    @Test("A secret that is created after the database is evidence too")
    func secret() throws {
        let folder = try ScratchFolder()
        try FileManager.default.createDirectory(at: folder.file("keys"), withIntermediateDirectories: true)
        try Data("secret".utf8).write(to: folder.file("keys/notes.secret"))
        let mark = DatabaseMark(of: folder.database, secret: "notes.secret")
        #expect(
            storageError { _ = try ServiceDatabase.open(at: folder.database, migrations: [.notes], mark: mark) }
                == .missing(
                    path: folder.database.path, service: "notes", evidence: folder.file("keys/notes.secret").path))
        try mark.allowNewDatabase()
        try ServiceDatabase.open(at: folder.database, migrations: [.notes], mark: mark).close()
    }

    @Test("A failed first start does not prevent the next one")
    func brokenFirstStart() throws {
        let folder = try ScratchFolder()
        let mark = DatabaseMark(of: folder.database)
        let bad = [Migration("bad", sql: "CREATE nonsense")]
        #expect(storageError { _ = try ServiceDatabase.open(at: folder.database, migrations: bad, mark: mark) } != nil)
        try open(folder).close()
    }

    private func refusal(in folder: ScratchFolder) -> StorageError? { storageError { _ = try open(folder) } }

    private func open(_ folder: ScratchFolder) throws -> ServiceDatabase {
        try ServiceDatabase.open(at: folder.database, migrations: [.notes], mark: DatabaseMark(of: folder.database))
    }
}
