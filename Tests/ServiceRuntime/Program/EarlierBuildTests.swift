@testable import ServiceRuntime

@Suite("A data folder of a build from before version 1", .timeLimit(.minutes(10))) struct EarlierBuildTests {
    private let folder: TemporaryFolder
    /// Of the services, auth-session has not been started in the folder yet.
    private let test = TestProgram(services: [AuthSessionWords.self, LocationWords.self], confirms: true)
    private var data: URL { folder.url.appendingPathComponent("data") }
    private var file: URL { data.appendingPathComponent("location.sqlite") }

    init() throws {
        folder = try TemporaryFolder()
        try ServiceDatabase.open(at: file, migrations: WordStore.migrations).close()
        unlink(file.path + ".lock")
        // Those builds left the number in the header of SQLite's files as it is.
        let handle = try FileHandle(forUpdating: file)
        try handle.seek(toOffset: 68)
        try handle.write(contentsOf: Data(repeating: 0, count: 4))
        try handle.close()
    }

    private func run(_ arguments: [String], in data: URL, server: String? = nil) async -> Int32 {
        var environment = ["BALISE_DATA_DIR": data.path]
        environment["BALISE_STORAGE"] = server
        return await test.program.run(arguments: arguments, environment: environment)
    }

    private func state() throws -> [String: String] {
        var state: [String: String] = [:]
        for name in try FileManager.default.subpathsOfDirectory(atPath: data.path) {
            let facts = try FileManager.default.attributesOfItem(atPath: data.appendingPathComponent(name).path)
            state[name] = "\(facts[.size] ?? "") \(facts[.modificationDate] ?? "") \(facts[.posixPermissions] ?? "")"
        }
        return state
    }

    @Test(
        "Every command refuses it, and nothing in it changes",
        arguments: ["serve", "backup", "restore", "move-storage"])
    func refused(command: String) async throws {
        let backup = folder.url.path + "/backup"
        if command == "restore" {
            let others = folder.url.appendingPathComponent("others")
            for service in ["auth-session", "location"] {
                let file = others.appendingPathComponent("\(service).sqlite")
                try ServiceDatabase.open(at: file, migrations: WordStore.migrations).close()
            }
            #expect(await run(["backup", backup], in: others) == 0, "\(test.complaint)")
        }
        let before = try state()
        #expect(Array(before.keys) == ["location.sqlite"])
        let arguments =
            switch command {
            case "serve": [command]
            case "move-storage": [command, "--to-postgresql"]
            default: [command, backup]
            }
        let server = command == "move-storage" ? "postgres://balise@127.0.0.1:1/balise" : nil
        #expect(await run(arguments, in: data, server: server) == 1)
        #expect(test.complaint.contains("\(file.path) was created by a build before version 1"), "\(test.complaint)")
        #expect(try state() == before)
    }
}
