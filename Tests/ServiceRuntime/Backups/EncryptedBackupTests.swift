import ServiceLifecycle

@testable import Age
@testable import ServiceRuntime

@Suite("Encrypted backups", .timeLimit(.minutes(10))) struct EncryptedBackupTests {
    private struct Notes: IdleService {
        static let name = ServiceName.location
        static let files: ServiceFiles? = ServiceFiles(database: "notes.sqlite", secrets: ["notes.secret"])
    }

    private static let migrations = [Migration("t", sql: "CREATE TABLE t (text TEXT)")]
    private static let secret = "the secret that belongs to the notes"

    private let folder: TemporaryFolder
    private let data: URL
    private let copy: URL
    private let identity: AgeIdentity
    private let test = TestProgram(services: [Notes.self], confirms: true)

    init() throws {
        folder = try TemporaryFolder()
        data = folder.url.appending(path: "data")
        copy = folder.url.appending(path: "copy")
        identity = try AgeIdentity(random: systemRandomBytes)
        let keys = data.appending(path: "keys")
        try FileManager.default.createDirectory(at: keys, withIntermediateDirectories: true)
        try SmallFile.write(Self.secret, to: keys.appending(path: "notes.secret"))
    }

    private func run(_ words: String..., identity: AgeIdentity? = nil) async throws -> Int32 {
        var environment = ["BALISE_BACKUPS_RECIPIENTS": self.identity.recipient.description]
        if let identity { environment["BALISE_BACKUPS_IDENTITY"] = identity.text }
        return await test.program.run(arguments: words + ["--data-dir", data.path], environment: environment)
    }

    private func open() throws -> ServiceDatabase {
        try ServiceDatabase.open(at: data.appending(path: "notes.sqlite"), migrations: Self.migrations)
    }

    private func store(_ text: String) async throws {
        try await open().used { try await $0.write { try $0.run("INSERT INTO t VALUES (\(text))") } }
    }

    private func stored() async throws -> [String] {
        let database = try open()
        let texts: String? = try await database.read { try $0.value("SELECT group_concat(text) FROM t") }
        try database.close()
        return (texts ?? "").split(separator: ",").map(String.init)
    }

    @Test("A backup for recipients has no readable file, and is restored with an identity")
    func thereAndBack() async throws {
        try await store("a-word-of-ada")
        #expect(try await run("backup", copy.path, identity: identity) == 0, "\(test.complaint)")
        #expect(test.output.contains("copied to \(copy.path)/notes.sqlite.age"), "\(test.output)")
        let names = try FileManager.default.subpathsOfDirectory(atPath: copy.path).sorted()
        #expect(names == ["keys", "keys/notes.secret.age", "location.manifest", "notes.sqlite.age"])
        for name in names where name != "keys" {
            let bytes = try Data(contentsOf: copy.appending(path: name))
            #expect(
                bytes.range(of: Data("a-word-of-ada".utf8)) == nil && bytes.range(of: Data(Self.secret.utf8)) == nil)
            #expect(try folder.mode("copy/\(name)") == 0o600, "\(name)")
        }
        try await store("later")
        #expect(try await run("restore", copy.path) == 1)
        #expect(test.complaint.contains("is encrypted; set backups.identityFile"))
        let another = try AgeIdentity(random: systemRandomBytes)
        #expect(try await run("restore", copy.path, identity: another) == 1)
        #expect(test.complaint.contains("notes.sqlite.age cannot be decrypted"))
        #expect(try await stored() == ["a-word-of-ada", "later"])
        #expect(try await run("restore", copy.path, identity: identity) == 0, "\(test.complaint)")
        #expect(try await stored() == ["a-word-of-ada"])
        let left = try FileManager.default.contentsOfDirectory(atPath: data.path).filter { $0.contains("scratch") }
        #expect(left == [], "no unencrypted copy stays")
    }

    @Test("A manifest cannot lead the restore to files outside of the backup")
    func otherNames() async throws {
        try await store("kept")
        #expect(try await run("backup", copy.path) == 0, "\(test.complaint)")
        let manifest = copy.appending(path: "location.manifest")
        let outside = folder.url.appending(path: "outside.age")
        try FileManager.default.copyItem(at: copy.appending(path: "keys/notes.secret.age"), to: outside)
        let text = try String(contentsOf: manifest, encoding: .utf8)
        try SmallFile.write(text.replacing("keys/notes.secret.age", with: "../outside.age"), to: manifest)
        #expect(try await run("restore", copy.path, identity: identity) == 1)
        #expect(test.complaint.contains("a file that location does not have"), "\(test.complaint)")
        #expect(try await stored() == ["kept"])
    }

    @Test("With recipients an unencrypted backup is only restored if the operator allows it")
    func plain() async throws {
        try await store("kept")
        let made = await test.program.run(arguments: ["backup", copy.path, "--data-dir", data.path], environment: [:])
        #expect(made == 0, "\(test.complaint)")
        try await store("later")
        #expect(try await run("restore", copy.path, identity: identity) == 1)
        #expect(test.complaint.contains("add --allow-unencrypted"), "\(test.complaint)")
        #expect(try await stored() == ["kept", "later"])
        #expect(try await run("restore", "--allow-unencrypted", copy.path) == 0, "\(test.complaint)")
        #expect(try await stored() == ["kept"])
    }
}

extension AgeIdentity {
    /// As `age-keygen` prints it.
    var text: String { Bech32.encode(scalar, prefix: Self.prefix.lowercased()).uppercased() }
}
