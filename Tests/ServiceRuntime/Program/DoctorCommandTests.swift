import OperatorCommands

@testable import ServiceRuntime

@Suite("The command doctor without a server", .timeLimit(.minutes(10))) struct DoctorCommandTests {
    private struct NotesService: PersistentService, IdleService {
        static let name = ServiceName.location
        static var store: any Store.Type { NoteStore.self }
        static var secrets: [String] { ["notes.secret"] }
    }

    private struct Front: IdleService {
        static let name = ServiceName.edge

        static func publicAddress(_ settings: Settings) -> (host: String, port: Int, setting: String)? {
            ("127.0.0.1", settings.http.port, "BALISE_HTTP_PORT")
        }
    }

    private let folder: TemporaryFolder
    private let test = TestProgram(name: "location", services: [NotesService.self])
    private var file: URL { folder.url.appendingPathComponent("location.sqlite") }

    init() throws {
        folder = try TemporaryFolder()
        try ServiceDatabase.open(at: file, migrations: NoteStore.migrations).close()
        let keys = folder.url.appendingPathComponent("keys")
        try FileManager.default.createDirectory(at: keys, withIntermediateDirectories: true)
        try write(String(repeating: "s", count: 32), to: "keys/notes.secret")
    }

    private func write(_ text: String, to name: String) throws {
        #expect(chmod(try folder.write(text, to: name), 0o600) == 0)
    }

    private func run(_ arguments: String...) async -> Int32 {
        await test.program.run(arguments: ["doctor", "--data-dir", folder.url.path] + arguments, environment: [:])
    }

    @Test("A whole folder has warnings only, with status 1")
    func whole() async {
        #expect(await run() == 1, "\(test.output)")
        let lines = test.output.split(separator: "\n")
        #expect(lines.contains { $0.hasPrefix("ok       location: schema: ") })
        #expect(lines.contains { $0.hasPrefix("warning  location: backup: there is no backup; to do: ") })
        #expect(!lines.contains { $0.hasPrefix("failure") })
    }

    @Test("Each broken file is a failure with status 2", arguments: ["files", "secrets", "schema"])
    func broken(_ name: String) async throws {
        switch name {
        case "files": #expect(chmod(file.path, 0o644) == 0)
        case "secrets": try write("too short", to: "keys/notes.secret")
        default: try write(String(repeating: "no database ", count: 1000), to: "location.sqlite")
        }
        #expect(await run() == 2)
        #expect(test.output.split(separator: "\n").filter { $0.hasPrefix("failure") }.count == 1, "\(test.output)")
        #expect(test.output.contains("failure  location: \(name): "), "\(test.output)")
    }

    @Test(
        "Files that a start would refuse are one failure, in the words of the start",
        arguments: ["a restore was interrupted", "a move of it was interrupted", "missing or empty", "it was moved to"])
    func refused(_ reason: String) async throws {
        switch reason {
        case "a restore was interrupted": try write("/backups/1\n", to: "location.restoring")
        case "a move of it was interrupted": try write("1\nto-postgresql\npostgres://db\n", to: "location.moving")
        default:
            try write("made\n", to: "keys/location.database")
            let name = reason == "it was moved to" ? "location.sqlite.moved-2027" : "elsewhere"
            try FileManager.default.moveItem(at: file, to: folder.url.appendingPathComponent(name))
            chmod(folder.url.appendingPathComponent(name).path, 0o600)
        }
        #expect(await run() == 2)
        let failures = test.output.split(separator: "\n").filter { $0.hasPrefix("failure  location: database: ") }
        #expect(failures.count == 1 && failures.allSatisfy { $0.contains(reason) }, "\(test.output)")
        #expect(!test.output.contains("schema"))
    }

    @Test("A database in use is a failure only where the server should have answered", arguments: [true, false])
    func inUse(hostsEdge: Bool) async throws {
        let services: [any HostedService.Type] = hostsEdge ? [NotesService.self, Front.self] : [NotesService.self]
        let test = TestProgram(name: "toy", services: services)
        let holder = try ServiceDatabase.open(at: file, migrations: NoteStore.migrations)
        // Nothing listens on port 1.
        let arguments = ["doctor", "--data-dir", folder.url.path, "--operations-port", "1", "--http-port", "0"]
        #expect(await test.program.run(arguments: arguments, environment: [:]) == (hostsEdge ? 2 : 1), "\(test.output)")
        try holder.close()
        #expect(test.output.contains("failure  location: running: ") == hostsEdge)
    }

    @Test("What several services found alike is one line")
    func alike() {
        let finding = HealthFinding.warning("there is no backup", "make one")
        let report = DoctorReport([
            (service: "push", check: HealthCheck("backup", finding)),
            (service: "edge", check: HealthCheck("versions", .ok("all are equal"))),
            (service: "identity", check: HealthCheck("backup", finding)),
        ])
        #expect(
            report.lines == [
                "warning  push, identity: backup: there is no backup; to do: make one",
                "ok       edge: versions: all are equal",
            ])
    }

    @Test("A public port that another program uses is a failure")
    func takenPort() async throws {
        let listener = try PortListener()
        let test = TestProgram(name: "toy", services: [NotesService.self, Front.self])
        // Nothing listens on port 1.
        let arguments = [
            "doctor", "--data-dir", folder.url.path, "--operations-port", "1", "--http-port", "\(listener.port)",
        ]
        #expect(await test.program.run(arguments: arguments, environment: [:]) == 2)
        #expect(
            test.output.hasPrefix(
                "failure  edge: port: port \(listener.port) on 127.0.0.1 is in use: stop the program that listens there, "
                    + "or set BALISE_HTTP_PORT"), "\(test.output)")
    }

    @Test("With --json it prints the worst state and all checks")
    func json() async throws {
        #expect(await run("--json") == 1)
        struct Printed: Decodable {
            struct Check: Decodable { let name, state, found: String }
            let state: String
            let checks: [Check]
        }
        let printed = try JSONDecoder().decode(Printed.self, from: Data(test.output.utf8))
        #expect(printed.state == "warning" && printed.checks.first?.state == "warning")
        #expect(Set(printed.checks.map(\.name)).isSuperset(of: ["files", "schema", "secrets", "space", "backup"]))
    }

    @Test("A missing data folder is a failure")
    func missing() async {
        let path = folder.url.appendingPathComponent("none").path
        #expect(await test.program.run(arguments: ["doctor", "--data-dir", path], environment: [:]) == 2)
        #expect(test.output.contains("there is no data folder \(path)"))
    }
}
