@testable import ServiceRuntime

@Suite("The backup commands on a full disk", .enabled(if: SmallFileSystem.isAvailable, "needs to mount one"))
struct FullDiskCommandsTests {
    private struct Notes: IdleService {
        static let name = ServiceName.push
        static let files: ServiceFiles? = ServiceFiles(database: "notes.sqlite", secrets: ["notes.secret"])
    }

    private struct Words: IdleService {
        static let name = ServiceName.location
        static let files: ServiceFiles? = ServiceFiles(database: "words.sqlite")
    }

    private let test = TestProgram(services: [Notes.self], confirms: true)
    private let elsewhere: TemporaryFolder

    init() throws { elsewhere = try TemporaryFolder() }

    @Test("A backup that does not fit says what to do, and leaves no files", arguments: [0, 1, 4])
    func backup(pagesFree: Int) async throws {
        let disk = try SmallFileSystem(kilobytes: 256)
        defer { disk.unmount() }
        let data = elsewhere.url.appendingPathComponent("data")
        try await makeNotes(in: data)
        let copy = disk.folder.url.appendingPathComponent("copy")
        try FileManager.default.createDirectory(at: copy, withIntermediateDirectories: true)
        let ballast = disk.fill(but: pagesFree)
        #expect(await run("backup", copy, data) == 1)
        #expect(
            test.complaint.contains(
                "free some, or name a folder elsewhere, and give the command again; the databases are untouched"))
        #expect(try names(in: copy).filter { $0 != "keys" } == [])
        try disk.free(ballast)
        #expect(await run("backup", copy, data) == 0, "\(test.complaint)")
    }

    @Test("A restore that does not fit changes nothing, not even the log of a killed program")
    func restore() async throws {
        let disk = try SmallFileSystem(kilobytes: 1024)
        defer { disk.unmount() }
        let (data, copy) = (disk.folder.url, elsewhere.url.appendingPathComponent("copy"))
        try await makeNotes(in: data)
        #expect(await run("backup", copy, data) == 0, "\(test.complaint)")
        try await kill(data)
        // No space for the mark; for the mark alone; for the mark and the secret.
        for pages in [0, 1, 2] {
            let before = try names(in: data)
            let ballast = disk.fill(but: pages)
            #expect(await run("restore", copy, data) == 1, "\(pages) pages are free")
            let said = test.complaint.split(separator: "\n").last ?? ""
            #expect(said.contains("no space left for ") && said.contains("free some and give the command again"))
            #expect(!said.contains("by itself"))
            try disk.free(ballast)
            guard pages < 2 else { break }
            #expect(said.hasSuffix("the present databases are untouched"), "\(said)")
            let left = Set(try names(in: data)).subtracting(before)
            #expect(left.isSubset(of: ["run", "notes.sqlite.lock"]), "\(left)")
        }
        // The secret of the backup is there by now, so nothing may start before all is.
        #expect(test.complaint.contains("the services do not start before it has ended with status 0"))
        #expect(FileManager.default.fileExists(atPath: data.appendingPathComponent("push.restoring").path))
        #expect(try await count(data) == 2, "what was written after the backup is still there")
        #expect(await run("restore", copy, data) == 0, "\(test.complaint)")
        #expect(try await count(data) == 1)
        #expect(!FileManager.default.fileExists(atPath: data.appendingPathComponent("push.restoring").path))
    }

    @Test("After a restore that replaced only one database no service starts")
    func halfRestored() async throws {
        let disk = try SmallFileSystem(kilobytes: 2048)
        defer { disk.unmount() }
        let both = TestProgram(services: [Notes.self, Words.self], confirms: true)
        let (data, copy) = (disk.folder.url, elsewhere.url.appendingPathComponent("copy"))
        try await makeNotes(in: data)
        let (words, notes) = (try open(data, "words.sqlite"), try open(data))
        try await words.write { try $0.execute("INSERT INTO t VALUES ('kept')") }
        try await notes.write { try $0.execute("UPDATE t SET text = hex(randomblob(250000))") }
        try words.close()
        try notes.close()
        #expect(await run("backup", copy, data, both) == 0, "\(both.complaint)")
        for database in ["notes.sqlite", "words.sqlite"] {
            let database = try open(data, database)
            try await database.write { try $0.execute("INSERT INTO t VALUES ('later')") }
            try database.close()
        }
        // Space for all of the first service, and not for half of the second one's database.
        let ballast = disk.fill(but: 50)
        #expect(await run("restore", copy, data, both) == 1)
        let said = both.complaint.split(separator: "\n").last ?? ""
        #expect(said.contains("no space left for ") && said.contains("notes.sqlite"), "\(said)")
        #expect(said.hasSuffix("the services do not start before it has ended with status 0"), "\(said)")
        let marks = ["push.restoring", "location.restoring"]
        #expect(Set(marks).isSubset(of: try names(in: data)))
        try disk.free(ballast)
        #expect(try await count(data, "words.sqlite") == 1, "one is restored")
        #expect(try await count(data) == 2, "the other is not")
        #expect(await run("restore", copy, data, both) == 0, "\(both.complaint)")
        for database in ["notes.sqlite", "words.sqlite"] { #expect(try await count(data, database) == 1) }
        #expect(Set(marks).isDisjoint(with: try names(in: data)))
    }

    private func run(_ command: String, _ folder: URL, _ data: URL, _ test: TestProgram? = nil) async -> Int32 {
        await (test ?? self.test).program.run(
            arguments: [command, folder.path, "--data-dir", data.path], environment: [:])
    }

    private func names(in folder: URL) throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
    }

    private func open(_ data: URL, _ name: String = "notes.sqlite") throws -> ServiceDatabase {
        try ServiceDatabase.open(
            at: data.appendingPathComponent(name),
            migrations: [Migration("t", sql: "CREATE TABLE t (text TEXT)")])
    }

    private func makeNotes(in data: URL) async throws {
        let keys = data.appendingPathComponent("keys")
        try FileManager.default.createDirectory(at: keys, withIntermediateDirectories: true)
        let secret = keys.appendingPathComponent("notes.secret")
        _ = try SecretFile(secret, name: "a secret", ifLost: "").load(isNeeded: false) {
            [UInt8](repeating: 5, count: $0)
        }
        try await open(data).used { try await $0.write { try $0.execute("INSERT INTO t VALUES ('kept')") } }
    }

    /// Leaves the files of a program that has written one more row and was killed: the row is in the log alone.
    private func kill(_ data: URL) async throws {
        let database = try open(data)
        try await database.write { try $0.execute("INSERT INTO t VALUES ('later')") }
        let files = ["notes.sqlite", "notes.sqlite-wal"].map { data.appendingPathComponent($0) }
        let contents = try files.map { try Data(contentsOf: $0) }
        try database.close()
        for (file, content) in zip(files, contents) { try content.write(to: file) }
    }

    private func count(_ data: URL, _ name: String = "notes.sqlite") async throws -> Int {
        let database = try open(data, name)
        defer { try? database.close() }
        return try await database.read { try $0.value("SELECT count(*) FROM t") ?? -1 }
    }
}
