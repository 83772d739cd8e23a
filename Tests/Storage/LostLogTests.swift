import GRDB

@testable import Storage

@Suite("A lost write-ahead log", .timeLimit(.minutes(10))) struct LostLogTests {
    /// The files of a database whose process was killed after it had acknowledged its writes.
    private final class Killed {
        let folder: ScratchFolder
        let database: URL
        var log: URL { LogFile.url(of: database) }
        var mark: URL { URL(fileURLWithPath: database.path + CommitMark.suffix) }

        /// - Parameter markBefore: Whether the mark is that of before the last of the writes.
        init(
            _ options: StorageOptions = .withFullLog, markBefore: Bool = false,
            settle: (ServiceDatabase, URL) async throws -> Void = { _, _ in }
        ) async throws {
            folder = try ScratchFolder()
            database = folder.file("killed.sqlite")
            let living = try folder.open(options)
            for number in 0..<20 { try await living.write { try $0.addNote("note \(number)") } }
            let copied = URL(fileURLWithPath: folder.database.path + CommitMark.suffix)
            if markBefore { try FileManager.default.copyItem(at: copied, to: mark) }
            try await living.write { try $0.addNote("last") }
            try await settle(living, folder.database)
            for suffix in ["", "-wal"] + (markBefore ? [] : [CommitMark.suffix]) {
                try FileManager.default.copyItem(atPath: folder.database.path + suffix, toPath: database.path + suffix)
            }
            try living.close()
        }

        func open() async throws -> (hasLost: Bool, notes: Int) {
            let database = try ServiceDatabase.open(at: database, migrations: [.notes])
            let notes = try await database.read { try $0.notes() }
            try database.close()
            return (database.hasLostCommits, notes.count)
        }
    }

    enum Loss: CaseIterable, Sendable {
        case removed, emptied, cut, damaged

        func happen(to log: URL) throws {
            var bytes = try Data(contentsOf: log)
            switch self {
            case .removed: return try FileManager.default.removeItem(at: log)
            case .emptied: bytes = Data()
            case .cut: bytes = bytes.prefix(bytes.count - 100)
            case .damaged: bytes[bytes.count / 2] ^= 1
            }
            try bytes.write(to: log)
        }
    }

    @Test("It is reported once, at the next opening", arguments: Loss.allCases)
    func noticed(_ loss: Loss) async throws {
        let killed = try await Killed()
        try loss.happen(to: killed.log)
        let (hasLost, notes) = try await killed.open()
        #expect(hasLost && notes < 21)
        #expect(try await killed.open().hasLost == false)
    }

    @Test("A kill alone loses nothing and is not reported, whatever the mark says", arguments: [true, false])
    func killed(_ markBefore: Bool) async throws {
        let killed = try await Killed(markBefore: markBefore)
        #expect(try await killed.open() == (false, 21))
    }

    @Test("Remains of an unfinished transaction at the end of the log are not reported")
    func halfWritten() async throws {
        let killed = try await Killed()
        let log = try FileHandle(forWritingTo: killed.log)
        try log.seekToEnd()
        try log.write(contentsOf: Data(repeating: 7, count: 5000))
        try log.close()
        #expect(try await killed.open() == (false, 21))
    }

    @Test("A removed log that was merged into the file is not reported")
    func copied() async throws {
        let killed = try await Killed(.with { ($0.logQuietTime, $0.logMaximumAge) = (.zero, .zero) }) { _, database in
            let log = LogFile.url(of: database)
            while try Data(contentsOf: log).count > 0 { await Task.yield() }
        }
        try FileManager.default.removeItem(at: killed.log)
        #expect(try await killed.open() == (false, 21))
    }

    @Test("A restarted log with the mark of the previous one is not reported")
    func begunAnew() async throws {
        var options = StorageOptions.withFullLog
        // Copied after each commit, it begins anew with the next.
        options.walAutocheckpointPages = 1
        let killed = try await Killed(options, markBefore: true)
        #expect(try await killed.open() == (false, 21))
    }

    @Test("A log that another program merged into the file is not reported")
    func otherProgram() async throws {
        let killed = try await Killed()
        let other = try DatabaseQueue(path: killed.database.path)
        _ = try await other.read { try Int.fetchOne($0, sql: "SELECT count(*) FROM notes") }
        try other.close()
        #expect(!FileManager.default.fileExists(atPath: killed.log.path))
        #expect(try await killed.open() == (false, 21))
    }

    @Test("An orderly end leaves no mark, and a restored or new database ignores earlier ones")
    func unmarked() async throws {
        let killed = try await Killed()
        #expect(try await killed.open() == (false, 21))
        #expect(!FileManager.default.fileExists(atPath: killed.mark.path))

        let replaced = try await Killed()
        let backup = replaced.folder.file("backup.sqlite")
        try Backup.copy(killed.database, to: backup)
        try Backup.restore(backup, to: replaced.database)
        #expect(try await replaced.open() == (false, 21))

        let lost = try await Killed()
        for file in [lost.database, lost.log] { try FileManager.default.removeItem(at: file) }
        #expect(try await lost.open() == (false, 0))
    }

    @Test("A long log is still merged into the file")
    func autocheckpoint() async throws {
        let folder = try ScratchFolder()
        var options = StorageOptions.withFullLog
        options.walAutocheckpointPages = 10
        let database = try folder.open(options)
        for number in 0..<200 { try await database.write { try $0.addNote("note \(number)") } }
        #expect(try Data(contentsOf: LogFile.url(of: folder.database)).count < 50 * 4120)
        try database.close()
    }
}
