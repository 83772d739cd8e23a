import GRDB

@Suite("Opening a database", .timeLimit(.minutes(10))) struct OpeningTests {
    @Test(
        "Writing and reading connections have the settings for durability, with a write-ahead log",
        arguments: [("synchronous", 2), ("foreign_keys", 1)] as [(Storage.SQL, Int64)])
    func settings(pragma: Storage.SQL, value: Int64) async throws {
        let folder = try ScratchFolder()
        let database = try folder.open()
        #expect(try await database.write { try $0.number("PRAGMA \(pragma)") } == value)
        #expect(try await database.read { try $0.number("PRAGMA \(pragma)") } == value)
        #expect(try await database.write { try $0.text("PRAGMA journal_mode") } == "wal")
        try database.close()
    }

    @Test("The folder and the files are for the owner only")
    func modes() async throws {
        let folder = try ScratchFolder()
        let url = folder.file("data/deep/notes.sqlite")
        let database = try ServiceDatabase.open(at: url, migrations: [.notes])
        try await database.write { try $0.addNote("one") }
        #expect(try mode(url.deletingLastPathComponent()) == 0o700)
        for suffix in ["", "-wal", "-shm", "-commit", ".lock"] {
            #expect(try mode(URL(fileURLWithPath: url.path + suffix)) == 0o600, "\(suffix)")
        }
        try database.close()
    }

    @Test("A file that is removed or replaced while it is open accepts no writes until it is back")
    func removed() async throws {
        let folder = try ScratchFolder()
        let database = try folder.open()
        try await database.write { try $0.addNote("one") }
        let aside = folder.file("aside.sqlite")
        for other in [nil, Data("another".utf8)] {
            try FileManager.default.moveItem(at: folder.database, to: aside)
            try other?.write(to: folder.database)
            let refusal = await #expect(throws: StorageError.self) {
                try await database.write { try $0.addNote("lost") }
            }
            #expect(refusal?.description.contains("removed or replaced") == true)
            if other != nil { try FileManager.default.removeItem(at: folder.database) }
            try FileManager.default.moveItem(at: aside, to: folder.database)
            try await database.write { try $0.addNote("after \(other?.count ?? 0)") }
        }
        try database.close()
        #expect(try await folder.open().used { try await $0.read { try $0.notes() } } == ["one", "after 0", "after 7"])
    }

    @Test("A file that others could read becomes private")
    func existingMode() throws {
        let folder = try ScratchFolder()
        try folder.open().close()
        try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: folder.database.path)
        try folder.open().close()
        #expect(try mode(folder.database) == 0o600)
    }

    @Test("A second opener is refused until the first has closed")
    func secondOpener() throws {
        let folder = try ScratchFolder()
        let first = try folder.open()
        #expect(storageError { _ = try folder.open() } == .alreadyOpen(path: folder.database.path))
        try first.close()
        try folder.open().close()
    }

    @Test("A file that is no database is reported as damaged, and left alone", arguments: [100, 8192, 100_000])
    func garbage(bytes: Int) throws {
        let folder = try ScratchFolder()
        let garbage = Data((0..<bytes).map { UInt8(truncatingIfNeeded: $0 &* 31 &+ 7) })
        try garbage.write(to: folder.database)
        guard case .corrupt(let path, _)? = storageError({ _ = try folder.open() }) else {
            Issue.record("not reported as corrupt")
            return
        }
        #expect(path == folder.database.path)
        #expect(try Data(contentsOf: folder.database) == garbage)
    }

    @Test("An exclusively locked file is busy after the timeout, and opens afterwards with its data")
    func heldExclusively() async throws {
        let folder = try ScratchFolder()
        try await folder.open().used { try await $0.write { try $0.addNote("kept") } }

        let holder = try DatabaseQueue(path: folder.database.path)
        try await holder.writeWithoutTransaction { connection in
            try connection.execute(sql: "PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE; COMMIT")
        }
        var options = StorageOptions()
        options.busyTimeout = .milliseconds(100)
        let start = ContinuousClock.now
        #expect(storageError { _ = try folder.open(options) } == .busy(path: folder.database.path))
        #expect(ContinuousClock.now - start < .seconds(5))
        try holder.close()

        #expect(try await folder.open(options).used { try await $0.read { try $0.notes() } } == ["kept"])
    }

    @Test("A folder without write permission is reported", .enabled(if: getuid() != 0, "root may write anywhere"))
    func readOnlyFolder() throws {
        let folder = try ScratchFolder()
        try FileManager.default.setAttributes([.posixPermissions: 0o500], ofItemAtPath: folder.url.path)
        defer { try? FileManager.default.setAttributes([.posixPermissions: 0o700], ofItemAtPath: folder.url.path) }
        #expect(storageError { _ = try folder.open() }.name == "cannotOpen")
    }

    @Test("Closing finishes waiting writes, leaves one file, and refuses later calls")
    func closing() async throws {
        let folder = try ScratchFolder()
        let database = try folder.open()
        try await concurrently(50) { number in try await database.write { try $0.addNote("\(number)") } }
        try database.close()
        try database.close()
        #expect(await storageError { try await database.write { try $0.addNote("late") } } == .closed)
        #expect(await storageError { try await database.read { _ = try $0.notes() } } == .closed)
        #expect(storageError { try database.backUp(to: folder.file("late.sqlite")) } == .closed)
        #expect(!FileManager.default.fileExists(atPath: folder.database.path + "-wal"))
        #expect(try await folder.open().used { try await $0.read { try $0.notes() } }.count == 50)
    }

    @Test("An unreferenced database finishes waiting writes and can be opened again")
    func forgotten() async throws {
        let folder = try ScratchFolder()
        var database: ServiceDatabase? = try folder.open()
        for number in 0..<20 {
            database?.write {
                try $0.addNote("\(number)")
            } completion: { _ in
            }
        }
        database = nil
        let isLetGo = try await eventually {
            do {
                let notes = try await folder.open().used { try await $0.read { try $0.notes() } }
                #expect(notes.count == 20)
                return true
            } catch StorageError.alreadyOpen { return false }
        }
        #expect(isLetGo)
    }

    private func mode(_ url: URL) throws -> Int? {
        try FileManager.default.attributesOfItem(atPath: url.path)[.posixPermissions] as? Int
    }
}
