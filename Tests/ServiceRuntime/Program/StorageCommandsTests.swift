@testable import ServiceRuntime

@Suite("Commands for files, with the data on a PostgreSQL", .timeLimit(.minutes(10))) struct StorageCommandsTests {
    private struct Notes: HostedService {
        static let name = ServiceName.location
        static let files: ServiceFiles? = ServiceFiles(database: "location.sqlite")
        init(_ environment: ServiceEnvironment) throws {}
        func run() async throws {}
    }

    private let folder: TemporaryFolder
    private let test = TestProgram(services: [Notes.self])

    init() throws { folder = try TemporaryFolder() }

    private func run(_ arguments: String...) async -> Int32 {
        let environment = [
            "BALISE_DATA_DIR": folder.url.path, "BALISE_STORAGE": "postgres://ada:pa55w0rd@db.example/balise",
        ]
        return await test.program.run(arguments: arguments, environment: environment)
    }

    @Test("A backup and a restore name PostgreSQL's tools and the secrets' folder", arguments: ["backup", "restore"])
    func backups(command: String) async throws {
        #expect(await run(command, folder.url.path + "/copy") == 1)
        #expect(test.complaint.contains("postgres://db.example/balise") && test.complaint.contains("pg_dump"))
        #expect(test.complaint.contains(folder.url.path + "/keys") && !test.complaint.contains("pa55w0rd"))
        #expect(!FileManager.default.fileExists(atPath: folder.url.path + "/copy"))
    }

    @Test("A database file that was not moved keeps a program from starting on a server")
    func unmoved() async throws {
        let file = folder.url.appendingPathComponent("location.sqlite")
        try ServiceDatabase.open(at: file, migrations: []).close()
        #expect(await run("serve") == 1)
        #expect(
            test.complaint.contains(file.path) && test.complaint.contains("`move-storage --to-postgresql`"),
            "\(test.complaint)")
    }

    @Test("A start during a move does not suggest to begin without the file")
    func startWhileMoved() throws {
        let file = folder.url.appendingPathComponent("location.sqlite")
        try ServiceDatabase.open(at: file, migrations: []).close()
        let mark = folder.url.appendingPathComponent("location.moving")
        try Data("id\nto-postgresql\npostgres://db.example/balise\n".utf8).write(to: mark)
        // The service opens its database next and reports the obstacle.
        try DataDirectory(folder.url).refuseUnmovedDatabase(Notes.files)
        try FileManager.default.removeItem(at: mark)
        #expect(throws: StartError.self) { try DataDirectory(folder.url).refuseUnmovedDatabase(Notes.files) }
    }

    @Test("A restore in the middle of a move is refused")
    func restoreWhileMoved() async throws {
        let mark = folder.url.appendingPathComponent("location.moving")
        try Data("id\nto-files\npostgres://db.example/balise\n".utf8).write(to: mark)
        let environment = ["BALISE_DATA_DIR": folder.url.path]
        #expect(
            await test.program.run(arguments: ["restore", folder.url.path + "/copy"], environment: environment) == 1)
        #expect(test.complaint.contains("`move-storage`"), "\(test.complaint)")
    }

    @Test("An operator can allow a new schema in place of a lost one")
    func newSchema() async throws {
        #expect(await run("new-database", "location") == 0, "\(test.complaint)")
        let mark = folder.url.appendingPathComponent("keys/location.database")
        #expect(try String(contentsOf: mark, encoding: .utf8) == "may be made anew\n")
    }
}
