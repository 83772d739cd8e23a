@testable import ServiceRuntime

@Suite("The health of a service with a database", .timeLimit(.minutes(10))) struct DatabaseHealthTests {
    private struct NotesService: PersistentService, IdleService {
        static let name = ServiceName.location
        static var store: any Store.Type { NoteStore.self }
    }

    private let folder: TemporaryFolder
    private let log = LogOutput()
    private var file: URL { folder.url.appendingPathComponent("location.sqlite") }

    init() throws { folder = try TemporaryFolder() }

    @Test("After a call has found damage the service is not ready, and says why")
    func damaged() async throws {
        try await fill()
        let size = try Data(contentsOf: file).count
        let handle = try FileHandle(forUpdating: file)
        try handle.seek(toOffset: UInt64(size / 2 / 4096 * 4096))
        try handle.write(contentsOf: Data(repeating: 0xa5, count: size - size / 2 / 4096 * 4096))
        try handle.close()
        try await withService { environment, database in
            #expect(await environment.readiness.examine().isReady)
            await #expect(throws: StorageError.self) {
                _ = try await database.read { try $0.values("SELECT text FROM notes") as [String] }
            }
            for _ in 0..<2 {
                let reply = await environment.readiness.examine()
                #expect(!reply.isReady)
                #expect(reply.reason?.contains(file.path) == true && reply.reason?.contains("restore a backup") == true)
            }
        }
    }

    @Test("A lost write-ahead log is logged as an error and shown by readiness; an intact one is not")
    func lostLog() async throws {
        try await fill()
        // The files that a killed process leaves: the database, its log and its mark.
        let killed = try TemporaryFolder()
        try await withService { _, database in
            let copy = killed.url.path + "/location.sqlite"
            // The log can be merged into the file at any moment; the mark then names no commit.
            repeat {
                try await database.write { try $0.run("INSERT INTO notes (text) VALUES ('last')") }
                for suffix in ["", "-wal", "-commit"] {
                    try? FileManager.default.removeItem(atPath: copy + suffix)
                    try FileManager.default.copyItem(atPath: file.path + suffix, toPath: copy + suffix)
                }
            } while try Data(contentsOf: URL(fileURLWithPath: copy + "-commit")).allSatisfy { $0 == 0 }
        }
        #expect(log.lines().isEmpty)
        for suffix in ["", "-wal", "-commit"] {
            try? FileManager.default.removeItem(atPath: file.path + suffix)
            guard suffix != "-wal" else { continue }
            try FileManager.default.moveItem(
                atPath: killed.url.path + "/location.sqlite" + suffix, toPath: file.path + suffix)
        }
        try await withService { environment, _ in
            let reply = await environment.readiness.examine()
            #expect(reply.isReady)
            #expect(reply.reason?.contains("writes that were acknowledged are missing from \(file.path)") == true)
        }
        let lines = log.lines()
        #expect(lines.count == 1 && lines[0].contains(#""level":"error""#) && lines[0].contains("-wal"), "\(lines)")
        try await withService { environment, _ in #expect(await environment.readiness.examine().reason == nil) }
    }

    @Test("Readiness lists copies from a restore or a move with their sizes, as long as they exist")
    func formerFiles() async throws {
        let before = folder.url.appendingPathComponent("location.sqlite.before-20260131T080000Z")
        let moved = folder.url.appendingPathComponent("location.sqlite.moved-20260201T080000Z")
        let others = folder.url.appendingPathComponent("push.sqlite.before-20260131T080000Z")
        try await withService { environment, _ in
            #expect(await environment.readiness.examine().reason == nil)
            try Data(count: 3 << 20).write(to: before)
            try Data(count: 1).write(to: URL(fileURLWithPath: before.path + "-wal"))
            for file in [moved, others] { try Data(count: 1).write(to: file) }
            let note = try #require(await environment.readiness.examine().reason)
            let names = "\(before.lastPathComponent) (4 MiB), \(moved.lastPathComponent) (1 MiB)"
            #expect(note.contains("with the data of users who were erased since: \(names); delete those"))
            for suffix in ["", "-wal"] { try FileManager.default.removeItem(atPath: before.path + suffix) }
            try FileManager.default.removeItem(at: moved)
            #expect(await environment.readiness.examine() == CheckReadiness.Reply(isReady: true))
        }
    }

    private func fill() async throws {
        try await withService { _, database in
            try await database.write { connection in
                for number in 0..<200 {
                    let text = "\(number) " + String(repeating: "x", count: 500)
                    try connection.run("INSERT INTO notes (text) VALUES (\(text))")
                }
            }
        }
    }

    private func withService(_ body: (ServiceEnvironment, ServiceDatabase) async throws -> Void) async throws {
        let settings = try Settings.load(arguments: ["--data-dir", folder.url.path], environment: [:])
        let bus = try MessageBus(.patient(.location))
        let environment = ServiceEnvironment(
            service: .location, settings: settings, bus: bus, endpoints: [:],
            bind: try Endpoint("inproc://location"), logger: log.logger(), metrics: MetricsRegistry())
        let database = try environment.openDatabase(of: NotesService.self)
        environment.readiness.markReady()
        do { try await body(environment, database) } catch {
            await bus.shutDown(drain: .zero)
            throw error
        }
        // A damaged file may not take its log.
        try? database.close()
        await bus.shutDown(drain: .zero)
    }
}
