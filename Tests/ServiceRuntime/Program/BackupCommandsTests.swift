import ServiceLifecycle

@testable import ServiceRuntime

@Suite("The backup commands", .timeLimit(.minutes(10))) struct BackupCommandsTests {
    private struct Notes: IdleService {
        static let name = ServiceName.location
        static let files: ServiceFiles? = ServiceFiles(database: "notes.sqlite", secrets: ["notes.secret"])
    }

    private struct Words: IdleService {
        static let name = ServiceName.push
        static let files: ServiceFiles? = ServiceFiles(database: "words.sqlite")
    }

    private let folder: TemporaryFolder
    private let data: URL
    private let test = TestProgram(services: [Notes.self, Words.self], confirms: true)

    init() throws {
        folder = try TemporaryFolder()
        data = folder.url.appendingPathComponent("data")
        try FileManager.default.createDirectory(at: data, withIntermediateDirectories: true)
    }

    @Test("A backup made during writes is restored with its secrets, for the owner only", .timeLimit(.minutes(10)))
    func thereAndBack() async throws {
        let (notes, words) = (try open("notes"), try open("words"))
        try secret()
        try await notes.write { try $0.execute("INSERT INTO t VALUES ('kept')") }
        let writer = Task {
            while !Task.isCancelled {
                try await words.write { try $0.execute("INSERT INTO t VALUES ('a'); INSERT INTO t VALUES ('b')") }
            }
        }
        while words.statistics.writes < 10 { await Task.yield() }
        #expect(await run("backup", folder.url.path + "/copy") == 0, "\(test.complaint)")
        writer.cancel()
        try await writer.value
        for file in ["copy/notes.sqlite", "copy/words.sqlite", "copy/keys/notes.secret"] {
            #expect(try folder.mode(file) == 0o600, "\(file)")
        }
        #expect(try folder.mode("copy") == 0o700)

        try await notes.write { try $0.execute("DELETE FROM t") }
        #expect(await run("restore", folder.url.path + "/copy") == 1, "it is open")
        try notes.close()
        try words.close()
        try secret("another secret, made since")
        try FileManager.default.removeItem(at: data.appendingPathComponent("words.sqlite"))
        #expect(await run("restore", folder.url.path + "/copy") == 0, "\(test.complaint)")
        let (back, others) = (try open("notes"), try open("words"))
        #expect(try await count(back) == 1)
        let pairs = try await count(others)
        #expect(pairs >= 20 && pairs % 2 == 0)
        #expect(
            try String(contentsOf: data.appendingPathComponent("keys/notes.secret"), encoding: .utf8)
                == "the secret of the day of the backup")
        try back.close()
        try others.close()
        #expect(
            test.questions.last == "Replace what is in \(data.path) of location by the backup \(folder.url.path)/copy?",
            "of push there was nothing any more")
    }

    @Test(
        "A restore replaces data after the operator's confirmation, or with --yes",
        arguments: [
            (true, [], 0, ""), (nil, ["--yes"], 0, ""), (false, ["--yes"], 0, ""),
            (nil, [], 1, "there is no terminal to confirm it: add --yes"), (false, [], 1, "nothing was restored"),
        ] as [(Bool?, [String], Int32, String)])
    func asked(_ confirms: Bool?, _ flags: [String], _ expected: Int32, _ said: String) async throws {
        try makeDatabases()
        #expect(await run("backup", folder.url.path + "/copy") == 0)
        try await open("notes").used { try await $0.write { try $0.execute("INSERT INTO t VALUES ('later')") } }
        let asking = TestProgram(services: [Notes.self, Words.self], confirms: confirms)
        let arguments = ["restore", folder.url.path + "/copy", "--data-dir", data.path] + flags
        #expect(await asking.program.run(arguments: arguments, environment: [:]) == expected)
        #expect(said.isEmpty ? asking.complaint.isEmpty : asking.complaint.contains(said), "\(asking.complaint)")
        #expect(asking.questions.isEmpty == (confirms == nil || flags == ["--yes"]))
        #expect(try await open("notes").used(count) == (expected == 0 ? 0 : 1))
        #expect(try former.isEmpty == (expected != 0))
        #expect(marks == [])
    }

    @Test("A restore keeps the old database, and a different secret, under another name")
    func former() async throws {
        try makeDatabases()
        try secret()
        #expect(await run("backup", folder.url.path + "/copy") == 0)
        try secret("another secret, made since the backup")
        try await open("notes").used { try await $0.write { try $0.execute("INSERT INTO t VALUES ('later')") } }
        #expect(await run("restore", folder.url.path + "/copy") == 0, "\(test.complaint)")
        #expect(try former.count == 3)
        let kept = try #require(try former.first { $0.hasPrefix("notes.sqlite") })
        #expect(test.output.contains("the old database is now \(data.path)/\(kept)"))
        #expect(test.output.contains("even of accounts that are erased later"))
        let database = try ServiceDatabase.open(
            at: data.appendingPathComponent(kept), migrations: [Migration("t", sql: "CREATE TABLE t (text TEXT)")])
        #expect(try await count(database) == 1)
        try database.close()
        let old = try #require(try former.first { $0.hasPrefix("keys/notes.secret") })
        #expect(
            try String(contentsOf: data.appendingPathComponent(old), encoding: .utf8)
                == "another secret, made since the backup")
        // The same secret once more is no other one.
        #expect(await run("restore", folder.url.path + "/copy") == 0, "\(test.complaint)")
        #expect(try former.filter { $0.hasPrefix("keys/") }.count == 1)
    }

    private struct Kept: Store {
        typealias Failure = StoreFailure<Never>
        static let migrations = [Migration("t", sql: "CREATE TABLE t (text TEXT)")]
        let database: ServiceDatabase
    }

    private struct Versioned: PersistentService, IdleService {
        static let name = ServiceName.identity
        static var store: any Store.Type { Kept.self }
    }

    @Test("A backup of a newer version replaces nothing")
    func newerVersion() async throws {
        let program = TestProgram(services: [Versioned.self], confirms: true)
        let (copy, file) = (folder.url.path + "/copy", data.appendingPathComponent("identity.sqlite"))
        let newer = Kept.migrations + [Migration("later", sql: "CREATE TABLE later (a INTEGER)")]
        try ServiceDatabase.open(at: file, migrations: newer).close()
        #expect(await program.program.run(arguments: ["backup", copy, "--data-dir", data.path], environment: [:]) == 0)
        for name in [file.path, data.path + "/keys/identity.database"] { unlink(name) }
        let present = try Kept.openDatabase(at: file)
        try await present.write { try $0.execute("INSERT INTO t VALUES ('kept')") }
        try present.close()
        #expect(
            await program.program.run(arguments: ["restore", copy, "--data-dir", data.path], environment: [:]) == 1)
        #expect(program.complaint.contains("newer version") && program.complaint.contains("later"))
        #expect(try await Kept.openDatabase(at: file).used(count) == 1)
        #expect(marks == [] && program.questions == [])
    }

    @Test("A backup never replaces another one, and a damaged or partial one is not restored")
    func refused() async throws {
        let (notes, words) = (try open("notes"), try open("words"))
        try await notes.write { try $0.execute("INSERT INTO t VALUES ('kept')") }
        try secret()
        let copy = folder.url.appendingPathComponent("copy")
        #expect(await run("backup", copy.path) == 0)
        #expect(await run("backup", copy.path) == 1)
        #expect(test.complaint.contains("name a folder that holds no backup yet"))
        try await notes.write { try $0.execute("INSERT INTO t VALUES ('later')") }
        try notes.close()
        try words.close()
        // The second of the two is looked at before the first is replaced, whichever that is.
        for file in ["words.sqlite", "notes.sqlite"] {
            let file = copy.appendingPathComponent(file)
            let whole = try Data(contentsOf: file)
            for part in [Data(), whole.prefix(5000), Data(whole.prefix(100) + Data(count: whole.count - 100))] {
                try part.write(to: file)
                #expect(await run("restore", copy.path) == 1, "\(part.count) bytes")
            }
            try whole.write(to: file)
        }
        #expect(await run("restore", folder.url.path + "/nowhere") == 1)
        #expect(test.complaint.contains("there is no folder \(folder.url.path)/nowhere; name the one that `backup`"))
        try FileManager.default.createDirectory(atPath: folder.url.path + "/empty", withIntermediateDirectories: true)
        #expect(await run("restore", folder.url.path + "/empty") == 1)
        #expect(test.complaint.contains("it has neither words.sqlite nor push.manifest; name the folder that `backup`"))
        #expect(try await open("notes").used(count) == 2, "nothing was replaced")
    }

    @Test("A backup needs an existing parent folder, and is not written to an address")
    func missingParent() async throws {
        try makeDatabases()
        #expect(await run("backup", "s3://backups/balise") == 1)
        #expect(test.complaint.contains("set backups.to, and give the command `backups make`"))
        #expect(await run("restore", "s3://backups") == 1)
        #expect(test.complaint.contains("s3://backups names no backup"))
        #expect(await run("backup", folder.url.path + "/not-mounted/copy") == 1)
        #expect(test.complaint.contains("\(folder.url.path)/not-mounted is missing"))
        #expect(!FileManager.default.fileExists(atPath: folder.url.path + "/not-mounted"))
    }

    @Test("Without a database the backup fails and names the option for the data folder")
    func noDatabase() async throws {
        try open("words").close()
        #expect(await run("backup", folder.url.path + "/copy") == 1)
        #expect(test.complaint.contains("there is no \(data.path)/notes.sqlite; name the data folder with --data-dir"))
        #expect(!FileManager.default.fileExists(atPath: folder.url.path + "/copy"))
    }

    @Test("A backup with a missing, changed or unlisted file is refused, and the error names the file")
    func incomplete() async throws {
        try makeDatabases()
        try secret()
        let copy = folder.url.appendingPathComponent("copy")
        #expect(await run("backup", copy.path) == 0, "\(test.complaint)")
        #expect(try folder.mode("copy/push.manifest") == 0o600)
        let manifest = try String(contentsOf: copy.appendingPathComponent("location.manifest"), encoding: .utf8)
        #expect(manifest.contains("  notes.sqlite\n") && manifest.contains("  keys/notes.secret\n"))
        for (file, said) in [
            ("keys/notes.secret", "keys/notes.secret is missing from the backup"),
            ("notes.sqlite", "notes.sqlite"),
            ("location.manifest", "is not complete"), ("push.manifest", "is not complete"),
        ] {
            let url = copy.appendingPathComponent(file)
            let whole = try Data(contentsOf: url)
            try FileManager.default.removeItem(at: url)
            #expect(await run("restore", copy.path) == 1, "without \(file)")
            #expect(test.complaint.split(separator: "\n").last?.contains(said) == true, "\(test.complaint)")
            if file.hasSuffix(".manifest") {
                #expect(await run("backup", copy.path) == 1, "half a backup is no place for another")
                #expect(test.complaint.split(separator: "\n").last?.contains("interrupted") == true)
            }
            try Data("another one, of some other day or place".utf8).write(to: url)
            #expect(await run("restore", copy.path) == 1, "another \(file)")
            try whole.write(to: url)
            try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: url.path)
        }
        #expect(!FileManager.default.fileExists(atPath: data.appendingPathComponent("location.restoring").path))
        #expect(await run("restore", copy.path) == 0, "\(test.complaint)")
        #expect(await run("backup", data.path) == 1)
        #expect(test.complaint.contains("is the data folder itself"))
        for taken in ["keys", "run/today"] {
            #expect(await run("backup", data.appendingPathComponent(taken).path) == 1)
            #expect(test.complaint.contains("\(taken) is a folder of the program's own data"))
        }
        _ = try OperatorToken.loadOrMake(in: data)
        #expect(await run("restore", data.path) == 1)
        #expect(test.complaint.contains("is a data folder and no backup"))
    }

    @Test("After an interrupted restore no service starts before the restore is repeated")
    func interrupted() async throws {
        try makeDatabases()
        let copy = folder.url.appendingPathComponent("copy")
        #expect(await run("backup", copy.path) == 0)
        try SmallFile.write(copy.path + "\n", to: data.appendingPathComponent("push.restoring"))
        for command in [["serve"], ["backup", copy.path + "-2"]] {
            let arguments = command + ["--data-dir", data.path]
            #expect(await test.program.run(arguments: arguments, environment: [:]) == 1)
            #expect(test.complaint.split(separator: "\n").last?.contains("`restore \(copy.path)` again") == true)
        }
        #expect(await run("restore", copy.path) == 0, "\(test.complaint)")
        #expect(!FileManager.default.fileExists(atPath: data.appendingPathComponent("push.restoring").path))
    }

    @Test("A failed restore keeps the mark of an earlier one")
    func failsAgain() async throws {
        try makeDatabases()
        try secret()
        let copy = folder.url.appendingPathComponent("copy")
        #expect(await run("backup", copy.path) == 0, "\(test.complaint)")
        // A folder stands where the draft of a mark would be written.
        let obstacle = data.appendingPathComponent("location.restoring.new")
        try FileManager.default.createDirectory(at: obstacle, withIntermediateDirectories: true)
        #expect(await run("restore", copy.path) == 1)
        #expect(marks == [], "nothing was changed")
        try SmallFile.write(copy.path + "\n", to: data.appendingPathComponent("push.restoring"))
        #expect(await run("restore", copy.path) == 1)
        #expect(marks == ["push.restoring"], "what the first restore left is still a mix")
        #expect(await test.program.run(arguments: ["serve", "--data-dir", data.path], environment: [:]) == 1)
        try FileManager.default.removeItem(at: obstacle)
        #expect(await run("restore", copy.path) == 0, "\(test.complaint)")
        #expect(marks == [])
    }

    @Test("A failed copy keeps the marks, because it may have replaced its file")
    func failsAtACopy() async throws {
        let single = TestProgram(services: [Notes.self], confirms: true)
        let command = { (name: String) in
            await single.program.run(
                arguments: [name, self.folder.url.path + "/copy", "--data-dir", self.data.path], environment: [:])
        }
        try open("notes").close()
        try secret()
        #expect(await command("backup") == 0, "\(single.complaint)")
        let obstacle = data.appendingPathComponent("keys/notes.secret.new")
        try FileManager.default.createDirectory(at: obstacle, withIntermediateDirectories: true)
        #expect(await command("restore") == 1)
        #expect(marks == ["location.restoring"])
        try FileManager.default.removeItem(at: obstacle)
        #expect(await command("restore") == 0, "\(single.complaint)")
        #expect(marks == [])
    }

    @Test("Root creates no files in the folder of another user", .enabled(if: geteuid() == 0, "needs root"))
    func anotherUser() async throws {
        try makeDatabases()
        #expect(chown(data.path, 10001, 10001) == 0)
        #expect(await run("backup", folder.url.path + "/copy") == 1)
        #expect(test.complaint.contains("belongs to the user 10001"))
        #expect(chown(data.path, 0, 0) == 0)
        #expect(await run("backup", folder.url.path + "/copy") == 0)
    }

    @Test("Errors name the setting of a folder that cannot be made, and the whole command for a lost database")
    func advice() async throws {
        struct Lost: HostedService {
            static let name = ServiceName.push
            init(_ environment: ServiceEnvironment) throws {
                throw StorageError.missing(
                    path: "/data/push.sqlite", service: "push", evidence: "/data/keys/push.database")
            }
            func run() async throws {}
        }
        try makeDatabases()
        let file = try folder.write("", to: "file")
        #expect(await run("backup", file + "/copy") == 1)
        #expect(test.complaint.contains("make it, or name another") && !test.complaint.contains("BALISE_DATA_DIR"))
        let lost = TestProgram(services: [Lost.self])
        #expect(await lost.program.run(arguments: ["serve", "--data-dir", data.path], environment: [:]) == 1)
        #expect(lost.complaint.contains("`toy restore FOLDER`") && lost.complaint.contains("`toy new-database push`"))
    }

    @Test("A new database is allowed only if there is none")
    func newDatabase() async throws {
        try open("notes").close()
        #expect(await run("new-database", "location") == 1)
        #expect(test.complaint.contains("there is a database"))
        let file = data.appendingPathComponent("notes.sqlite")
        try FileManager.default.removeItem(at: file)
        #expect(throws: StorageError.self) { try open("notes") }
        #expect(await run("new-database", "nobody") == 1)
        #expect(test.complaint.contains("location, push"))
        #expect(await run("new-database", "location") == 0)
        try open("notes").close()
    }

    private var former: [String] {
        get throws {
            let files = try FileManager.default.subpathsOfDirectory(atPath: data.path)
            return files.filter { $0.contains(".before-") }.sorted()
        }
    }

    private var marks: [String] {
        let names = try? FileManager.default.contentsOfDirectory(atPath: data.path)
        return (names ?? ["unreadable"]).filter { $0.hasSuffix(".restoring") || $0 == "unreadable" }.sorted()
    }

    private func run(_ words: String...) async -> Int32 {
        await test.program.run(arguments: words + ["--data-dir", data.path], environment: [:])
    }

    private func open(_ name: String) throws -> ServiceDatabase {
        let file = data.appendingPathComponent("\(name).sqlite")
        return try ServiceDatabase.open(
            at: file, migrations: [Migration("t", sql: "CREATE TABLE t (text TEXT)")], mark: DatabaseMark(of: file))
    }

    private func makeDatabases() throws { for name in ["notes", "words"] { try open(name).close() } }

    private func secret(_ text: String = "the secret of the day of the backup") throws {
        let keys = data.appendingPathComponent("keys")
        try FileManager.default.createDirectory(at: keys, withIntermediateDirectories: true)
        let file = keys.appendingPathComponent("notes.secret")
        try Data(text.utf8).write(to: file)
        try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: file.path)
    }

    private func count(_ database: ServiceDatabase) async throws -> Int {
        try await database.read { try $0.value("SELECT count(*) FROM t") ?? -1 }
    }
}
