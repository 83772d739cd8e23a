import ServiceLifecycle

/// Services of a host are made by type, so the diary is found through the data folder.
final class Diary: Sendable {
    private static let all = Mutex<[URL: Diary]>([:])
    private let entries = Mutex<[String]>([])

    static func of(_ settings: Settings) -> Diary {
        all.withLock { diaries in
            let diary = diaries[settings.dataDirectory] ?? Diary()
            diaries[settings.dataDirectory] = diary
            return diary
        }
    }

    var lines: [String] { entries.withLock { $0 } }

    func note(_ line: String) { entries.withLock { $0.append(line) } }
}

struct ToyLocation: HostedService {
    static let name = ServiceName.location
    let environment: ServiceEnvironment
    let diary: Diary

    init(_ environment: ServiceEnvironment) throws {
        self.environment = environment
        diary = .of(environment.settings)
        diary.note("location made")
    }

    func run() async throws {
        var handlers = HandlerTable()
        handlers.on(GetLocation.self) { _, _ in GetLocation.Reply(found: []) }
        let server = try environment.serve(handlers)
        environment.readiness.markReady()
        try? await gracefulShutdown()
        diary.note("location told to stop, ready: \(environment.readiness.isReady)")
        await server.close(drain: .seconds(1))
        diary.note("location closed")
    }
}

struct ToyEdge: HostedService {
    static let name = ServiceName.edge
    static let keepsData = false
    let environment: ServiceEnvironment
    let diary: Diary

    init(_ environment: ServiceEnvironment) throws {
        self.environment = environment
        diary = .of(environment.settings)
        diary.note("edge made")
    }

    func run() async throws {
        let reader = Reader(device: DeviceID("reader"), key: nil)
        environment.listening.record(.http, host: "0.0.0.0", port: 4711)
        let context = MessageContext(requestID: "r-1", timeout: .seconds(20))
        let deadline = ContinuousClock.now + .seconds(60)
        var answers = 0
        while answers == 0, .now < deadline, !Task.isShuttingDownGracefully {
            do throws(BusError) {
                _ = try await environment.client.send(GetLocation(reader: reader, devices: []), context)
                answers += 1
            } catch { await Task.yield() }
        }
        diary.note("edge was answered")
        environment.readiness.markReady()
        try? await gracefulShutdown()
        diary.note("edge told to stop, ready: \(environment.readiness.isReady)")
    }
}

struct ToyFailure: HostedService {
    static let name = ServiceName.edge
    static let keepsData = false
    let environment: ServiceEnvironment

    init(_ environment: ServiceEnvironment) throws { self.environment = environment }

    func run() async throws {
        if environment.settings.http.port == 1 { throw StartError.portInUse(host: "::1", port: 1, setting: "X") }
    }
}

struct NoteStore: Store {
    typealias Failure = StoreFailure<Never>
    static let migrations = [Migration("notes", sql: "CREATE TABLE notes (text TEXT NOT NULL) STRICT")]
    let database: ServiceDatabase
}
