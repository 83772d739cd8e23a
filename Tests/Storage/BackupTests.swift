@Suite("Backup and restore", .timeLimit(.minutes(10))) struct BackupTests {
    private static let places = FeedTable(FeedName(rawValue: "places"))
    private static let schema = [Migration.notes, Migration("places feed") { try places.create(in: $0) }]

    @Test("A backup made while writing is one consistent, complete file")
    func whileWriting() async throws {
        let folder = try ScratchFolder()
        let database = try folder.open()
        let backup = folder.file("backup.sqlite")
        let writers = Task {
            var number = 0
            while !Task.isCancelled {
                let text = "pair \(number)"
                try await database.write { connection in
                    try connection.addNote(text + " left")
                    try connection.addNote(text + " right")
                }
                number += 1
            }
        }
        while database.statistics.writes < 20 { await Task.yield() }
        let before = try await database.read { try $0.number("SELECT count(*) FROM notes") }
        try database.backUp(to: backup)
        writers.cancel()
        try await writers.value

        #expect(!FileManager.default.fileExists(atPath: backup.path + "-wal"))
        #expect(!FileManager.default.fileExists(atPath: backup.path + ".unfinished"))
        #expect(try FileManager.default.attributesOfItem(atPath: backup.path)[.posixPermissions] as? Int == 0o600)
        let copy = try ServiceDatabase.open(at: backup, migrations: [.notes])
        let notes = try await copy.read { try $0.notes() }
        #expect(notes.count >= before && notes.count % 2 == 0)
        #expect(try await copy.read { try $0.text("PRAGMA integrity_check") } == "ok")
        try copy.close()
        try database.close()
    }

    @Test("The copy of a large database reports its progress, and writes during it do not restart it")
    func progress() async throws {
        let folder = try ScratchFolder()
        let database = try folder.open()
        try await database.write { connection in
            try connection.execute("CREATE TABLE large (content BLOB NOT NULL) STRICT")
            for _ in 0..<70 { try connection.run("INSERT INTO large (content) VALUES (zeroblob(1048576))") }
        }
        var told: [CopyProgress] = []
        try Backup.copy(folder.database, to: folder.file("backup.sqlite")) { progress in
            told.append(progress)
            let written = DispatchSemaphore(value: 0)
            database.write {
                try $0.addNote("on the way \(progress.copied)")
            } completion: { _ in
                written.signal()
            }
            written.wait()
        }
        #expect(told.count == 2 && told.first?.copied == 64 << 20)
        #expect(told.last?.copied == told.last?.total && told.first?.total == told.last?.total)
        try database.close()
        let restored = folder.file("restored.sqlite")
        told = []
        try Backup.restore(folder.file("backup.sqlite"), to: restored) { told.append($0) }
        #expect(told.count == 2)
        let copy = try ServiceDatabase.open(at: restored, migrations: [.notes])
        #expect(try await copy.read { try $0.notes() } == [], "it is of the moment at which it began")
        #expect(try await copy.read { try $0.number("SELECT count(*) FROM large") } == 70)
        try copy.close()
    }

    @Test("A database cannot be its own backup, and an impossible target is reported")
    func impossibleTarget() throws {
        let folder = try ScratchFolder()
        let database = try folder.open()
        for target in [folder.database, URL(fileURLWithPath: "/proc/balise/backup.sqlite")] {
            #expect(storageError { try database.backUp(to: target) }.name == "cannotOpen", "\(target.path)")
        }
        try database.close()
    }

    @Test("A restore brings the old state back and renews the epoch of every feed")
    func restore() async throws {
        let folder = try ScratchFolder()
        let backup = folder.file("backup.sqlite")
        let database = try folder.open(migrations: Self.schema)
        try await database.write { connection in
            try connection.addNote("old")
            try Self.places.record("a", [1], at: UnixTime(milliseconds: 1), in: connection)
        }
        try database.backUp(to: backup)
        let old = try await page(of: database, epoch: nil, after: 0)
        try await database.write { connection in
            try connection.addNote("new")
            try Self.places.record("b", [2], at: UnixTime(milliseconds: 2), in: connection)
        }
        #expect(
            storageError { try Backup.restore(backup, to: folder.database) }
                == .alreadyOpen(path: folder.database.path))
        try database.close()

        try Backup.restore(backup, to: folder.database)
        let restored = try folder.open(migrations: Self.schema)
        #expect(try await restored.read { try $0.notes() } == ["old"])
        let follower = try await page(of: restored, epoch: old.epoch, after: old.highWater)
        #expect(follower.startsOver && follower.epoch != old.epoch)
        #expect(follower.changes.map(\.key) == ["a"])
        try restored.close()
    }

    @Test("A restore over a crashed database ignores its log")
    func restoreOverCrash() async throws {
        let folder = try ScratchFolder()
        let backup = folder.file("backup.sqlite")
        let crashed = folder.file("crashed.sqlite")
        let database = try folder.open(.withFullLog)
        try await database.write { try $0.addNote("old") }
        try database.backUp(to: backup)
        for number in 0..<100 { try await database.write { try $0.addNote("new \(number)") } }
        for suffix in ["", "-wal"] {
            try FileManager.default.copyItem(atPath: folder.database.path + suffix, toPath: crashed.path + suffix)
        }
        try database.close()
        try Backup.restore(backup, to: crashed)
        let restored = try ServiceDatabase.open(at: crashed, migrations: [.notes])
        #expect(try await restored.read { try $0.notes() } == ["old"])
        try restored.close()
    }

    @Test("A damaged or missing backup is refused and the database stays as it was", arguments: [true, false])
    func damagedBackup(exists: Bool) async throws {
        let folder = try ScratchFolder()
        let backup = folder.file("backup.sqlite")
        try await folder.open().used { try await $0.write { try $0.addNote("kept") } }
        if exists { try Data(repeating: 7, count: 10_000).write(to: backup) }
        #expect(throws: StorageError.self) { try Backup.restore(backup, to: folder.database) }
        #expect(try await folder.open().used { try await $0.read { try $0.notes() } } == ["kept"])
    }

    private func page(of database: ServiceDatabase, epoch: FeedEpoch?, after: UInt64) async throws -> FeedPage {
        try await database.readSnapshot { try Self.places.readPage(epoch: epoch, after: after, limit: 100, in: $0) }
    }
}
