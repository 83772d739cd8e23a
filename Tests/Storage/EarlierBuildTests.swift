import GRDB

@Suite("A file of a build from before version 1", .timeLimit(.minutes(10))) struct EarlierBuildTests {
    private let home: ScratchFolder
    private var data: URL { home.file("data") }
    private var file: URL { data.appendingPathComponent("identity.sqlite") }

    init() throws {
        home = try ScratchFolder()
        try FileManager.default.createDirectory(at: data, withIntermediateDirectories: true)
    }

    private func make() throws -> DatabasePool {
        var migrator = DatabaseMigrator()
        migrator.registerMigration("create accounts") { database in
            try database.execute(
                sql: "CREATE TABLE account (number INTEGER PRIMARY KEY AUTOINCREMENT, id TEXT NOT NULL UNIQUE) STRICT")
        }
        migrator.registerMigration("create password resets") { database in
            try database.execute(sql: "CREATE TABLE password_reset (account INTEGER PRIMARY KEY) STRICT")
        }
        var configuration = Configuration()
        configuration.prepareDatabase { try $0.execute(sql: "PRAGMA auto_vacuum = INCREMENTAL") }
        let pool = try DatabasePool(path: home.file("made.sqlite").path, configuration: configuration)
        try migrator.migrate(pool)
        try pool.write { try $0.execute(sql: "INSERT INTO account (id) VALUES ('ada')") }
        return pool
    }

    /// Puts one into the data folder, as a program leaves it that was stopped, or killed with all of it in the log.
    private func leave(isKilled: Bool) throws {
        let pool = try make()
        if !isKilled { try pool.close() }
        for suffix in isKilled ? ["", "-wal", "-shm"] : [""] {
            try FileManager.default.copyItem(atPath: home.file("made.sqlite").path + suffix, toPath: file.path + suffix)
        }
        if isKilled { try pool.close() }
        try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: file.path)
    }

    private func state() throws -> [String: [String]] {
        var state: [String: [String]] = [:]
        for name in try FileManager.default.contentsOfDirectory(atPath: data.path) {
            let url = data.appendingPathComponent(name)
            let facts = try FileManager.default.attributesOfItem(atPath: url.path)
            state[name] = [
                try Data(contentsOf: url).base64EncodedString(), "\(facts[.posixPermissions] ?? "")",
                "\(facts[.modificationDate] ?? "")",
            ]
        }
        return state
    }

    @Test("It is refused with the evidence and advice, and nothing in its folder changes", arguments: [false, true])
    func refused(isKilled: Bool) throws {
        try leave(isKilled: isKilled)
        let before = try state()
        #expect(before.count == (isKilled ? 3 : 1))
        let others = home.file("others")
        let attempts: [() throws -> Void] = [
            { try EarlierBuild.refuse(file) },
            { try ServiceDatabase.open(at: file, migrations: [.notes]).close() },
            { try ServiceDatabase.open(at: file, migrations: [.notes], mark: DatabaseMark(of: file)).close() },
            { try Backup.check(file, migrations: [.notes]) },
            { try Backup.copy(file, to: others.appendingPathComponent("copy.sqlite")) },
            { try Backup.restore(file, to: others.appendingPathComponent("restored.sqlite")) },
        ]
        let found = isKilled ? "it names no version" : "its first migration is \"create accounts\""
        for (number, attempt) in attempts.enumerated() {
            let refusal = storageError(attempt)
            #expect(refusal == .earlierBuild(path: file.path, found: found), "\(number)")
            for words in [file.path, found, "has changed nothing", "another data folder (BALISE_DATA_DIR)"] {
                #expect(refusal?.description.contains(words) == true, "\(words)")
            }
        }
        #expect(try state() == before)
        #expect(!FileManager.default.fileExists(atPath: others.path))
        let again = try DatabasePool(path: file.path)
        #expect(try again.read { try String.fetchAll($0, sql: "SELECT id FROM account") } == ["ada"])
        try again.close()
    }

    @Test("The file of another program is refused in the same way")
    func otherProgram() throws {
        let queue = try DatabaseQueue(path: file.path)
        try queue.write { try $0.execute(sql: "CREATE TABLE notes (a TEXT); PRAGMA application_id = 7") }
        try queue.close()
        let before = try state()
        let refusal = storageError { try ServiceDatabase.open(at: file, migrations: [.notes]).close() }
        #expect(refusal == .earlierBuild(path: file.path, found: "it names no version"))
        #expect(try state() == before)
    }
}
