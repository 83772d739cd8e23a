@testable import ServiceRuntime
@testable import Storage

@Suite("The command move-storage", .disabled(if: TestPostgreSQL.reasonToSkip != nil), .timeLimit(.minutes(10)))
struct MoveCommandTests {
    private let folder: TemporaryFolder
    private let services: [any PersistentService.Type] = [LocationWords.self, AuthSessionWords.self]
    private let test = TestProgram(services: [LocationWords.self, AuthSessionWords.self])

    init() throws { folder = try TemporaryFolder() }

    private func run(_ arguments: String..., server: String?) async -> Int32 {
        var environment = ["BALISE_DATA_DIR": folder.url.path]
        environment["BALISE_STORAGE"] = server
        return await test.program.run(arguments: ["move-storage"] + arguments, environment: environment)
    }

    private func settings(_ server: String?) throws -> Settings {
        var environment = ["BALISE_DATA_DIR": folder.url.path]
        environment["BALISE_STORAGE"] = server
        return try .load(test.program.settingsCatalogue, arguments: [], environment: environment)
    }

    private func words(_ database: ServiceDatabase) async throws -> [String] {
        try await database.read { try $0.values("SELECT text FROM word ORDER BY text") }
    }

    @Test("moves all services, or one, and skips those that were moved")
    func thereAndBack() async throws {
        let server = try TestPostgreSQL(isDurable: true)
        defer { server.stop() }
        for service in services {
            let database = try service.openDatabase(try settings(nil)).get()
            try await database.write { _ = try $0.run("INSERT INTO word (text) VALUES ('one'), ('two')") }
            try database.close()
        }
        #expect(await run("--to-postgresql", "location", server: server.address()) == 0, "\(test.complaint)")
        #expect(test.output.contains("location: word: 2 rows, verified") && !test.output.contains("auth-session"))
        #expect(await run("--to-postgresql", server: server.address()) == 0, "\(test.complaint)")
        #expect(test.output.contains("location: already moved"))
        let kept = "\(folder.url.path)/auth-session.sqlite.moved-"
        #expect(test.output.contains("auth-session: moved, 2 rows; the original is still at \(kept)"))
        for service in services {
            guard case .failure(.moved) = service.openDatabase(try settings(nil)) else {
                Issue.record("the file is used")
                continue
            }
            let database = try service.openDatabase(try settings(server.address())).get()
            #expect(try await words(database) == ["one", "two"])
            if service.name == .location {
                #expect(await run("--to-files", server: server.address()) == 1)
                #expect(test.complaint.contains("a service has the schema open"))
            }
            try database.close()
        }
        #expect(await run("--to-files", server: server.address()) == 0, "\(test.complaint)")
        #expect(test.output.contains("leave out the setting BALISE_STORAGE (environment)"))
        for service in services {
            guard case .failure(.moved) = service.openDatabase(try settings(server.address())) else {
                Issue.record("the schema is used")
                continue
            }
            let database = try service.openDatabase(try settings(nil)).get()
            #expect(try await words(database) == ["one", "two"])
            try database.close()
        }
    }

    @Test("refuses a folder that has never had a database")
    func emptyFolder() async throws {
        let server = "postgres://nowhere.invalid/balise"
        #expect(await run("--to-postgresql", server: server) == 1)
        #expect(test.complaint.contains("\(folder.url.path) holds no databases; name the data folder with --data-dir"))
        #expect(await run("--to-postgresql", "location", server: server) == 1)
        #expect(test.complaint.contains("holds no database of location; "))
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.url.path).isEmpty)
    }

    @Test("says that nothing has changed if the PostgreSQL is away, and to repeat the command")
    func serverAway() async throws {
        let server = try TestPostgreSQL(isDurable: true)
        let address = server.address()
        server.stop()
        try LocationWords.openDatabase(try settings(nil)).get().close()
        #expect(await run("--to-postgresql", "location", server: address) == 1)
        #expect(
            test.complaint.contains("nothing has changed on either side: fix that, and give the command again"),
            "\(test.complaint)")
        #expect(!MoveMark.exists(beside: folder.url.appendingPathComponent("location.sqlite")))
    }

    @Test("makes a later backup and a start without the setting name the PostgreSQL")
    func backup() async throws {
        try LocationWords.openDatabase(try settings(nil)).get().close()
        try AuthSessionWords.openDatabase(try settings(nil)).get().close()
        let file = folder.url.appendingPathComponent("location.sqlite")
        try FileManager.default.moveItem(atPath: file.path, toPath: file.path + ".moved-20260101T000000Z")
        let status = await test.program.run(
            arguments: ["backup", folder.url.path + "/copy"], environment: ["BALISE_DATA_DIR": folder.url.path])
        #expect(status == 1)
        #expect(test.complaint.contains("it was moved to a PostgreSQL"), "\(test.complaint)")
    }

    @Test("names what is missing")
    func incomplete() async throws {
        #expect(await run("--to-postgresql", server: nil) == 1)
        #expect(test.complaint.contains("`storage` names no PostgreSQL; set BALISE_STORAGE"))
        #expect(await run("--to-files", "push", server: "postgres://nowhere/balise") == 1)
        #expect(test.complaint.contains("toy has no service \"push\" with data but auth-session, location"))
        #expect(await run("--to-files", "--to-postgresql", server: nil) == 64)
        #expect(await run(server: nil) == 64)
        #expect(test.complaint.contains("Expected either --to-postgresql or --to-files; `help move-storage`"))
    }

    @Test("makes a new database if an operator allows it, although one was moved")
    func anew() async throws {
        let database = try LocationWords.openDatabase(try settings(nil)).get()
        try database.close()
        let file = folder.url.appendingPathComponent("location.sqlite")
        try FileManager.default.moveItem(atPath: file.path, toPath: file.path + ".moved-20260101T000000Z")
        guard case .failure(.moved) = LocationWords.openDatabase(try settings(nil)) else {
            Issue.record("a new one was made")
            return
        }
        try DatabaseMark(of: file).allowNewDatabase()
        try LocationWords.openDatabase(try settings(nil)).get().close()
    }
}

@Suite("Commands for files, with the data on a PostgreSQL", .timeLimit(.minutes(10))) struct StorageCommandsTests {
    private struct Notes: IdleService {
        static let name = ServiceName.location
        static let files: ServiceFiles? = ServiceFiles(database: "location.sqlite")
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
