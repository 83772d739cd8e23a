import AsyncHTTPClient

/// What a test's own Balise starts with.
struct Ground: Sendable {
    /// Further processes of services, such as `location-3`.
    var additional: [String] = []
    /// The address of a PostgreSQL that the test breaks. Calls to a dead port then fail at once.
    var storage: String?
    /// The archive of a data folder that is unpacked before the start.
    var data: URL?
    /// Where the data folder is; nil for the folder of temporary files.
    var folder: URL?
    /// Whether the version before starts, which `BALISE_PREVIOUS` names.
    var isPrevious = false
}

final class RunningBalise: Sendable {
    let shape: Shape
    let dataFolder: URL
    let settings: [String: String]
    let isShared: Bool
    let programs: [String]
    let client: HTTPClient
    /// Enough parallel calls to keep the programs busy; more would only wait.
    let calls = Gate(24)
    /// The passwords to hash at a time; more would only wait, and time out.
    let hashing = Gate(2)
    private let home: URL
    private let server: [String: String]
    private let state: Mutex<State>

    struct State {
        var children: [String: ChildProcess] = [:]
        var http = ""
        var operations = ""
        var logStart: [String: Int] = [:]
        /// The processes that are, or will be, started in the version before.
        var previous: Set<String> = []
    }

    static func start(
        _ shape: Shape, _ settings: [String: String] = [:], isShared: Bool = false, on ground: Ground = Ground()
    ) async throws -> RunningBalise {
        let balise = try RunningBalise(shape, settings, isShared, ground)
        do {
            if let data = ground.data {
                let unpacked = try await Process.output(
                    of: StoredData.tar, ["-xzf", data.path, "-C", balise.dataFolder.path])
                try #require(unpacked.status == 0, "\(unpacked.output)")
            }
            for program in balise.programs { try balise.launch(program) }
            try await balise.untilReady()
        } catch {
            try? await balise.stop()
            balise.removeFolder()
            throw error
        }
        return balise
    }

    /// - Parameter measures: Whether `body` measures time and needs the machine for itself.
    static func withOwn(
        _ shape: Shape, _ settings: [String: String] = [:], measures: Bool = false, on ground: Ground = Ground(),
        _ body: (RunningBalise) async throws -> Void
    ) async throws {
        func run() async throws { try await withStarted(shape, settings, ground, body) }
        guard measures else { return try await owners.run(run) }
        try await measurers.run {
            // All places, so that no other test starts programs.
            try await owners.run {
                try await owners.run(first: true) {
                    try await owners.run(first: true) { try await Quiet.room.run(run) }
                }
            }
        }
    }

    private static func withStarted(
        _ shape: Shape, _ settings: [String: String], _ ground: Ground, _ body: (RunningBalise) async throws -> Void
    ) async throws {
        let balise = try await start(shape, settings, on: ground)
        defer { balise.removeFolder() }
        do {
            try await body(balise)
        } catch {
            try? await balise.stop()
            throw error
        }
        try await balise.stop()
    }

    /// Tests with a Balise of their own that run at a time. They wait more than they work.
    static let owners = Gate(3)
    /// Only one measuring test may wait for all places: two with one place each would wait for ever.
    private static let measurers = Gate(1)

    private init(_ shape: Shape, _ settings: [String: String], _ isShared: Bool, _ ground: Ground) throws {
        self.shape = shape
        programs = ground.additional + shape.programs
        client = ground.storage == nil ? OutgoingCalls.client : OutgoingCalls.impatient
        (self.settings, self.isShared) = (settings, isShared)
        // Short, because a socket's path in it must fit 107 bytes.
        home = (ground.folder ?? FileManager.default.temporaryDirectory).appending(path: "balise-" + Fresh.token(8))
        dataFolder = home.appending(path: "data")
        try FileManager.default.createDirectory(at: dataFolder, withIntermediateDirectories: true)
        server =
            shape == .replicas
            ? ["BALISE_STORAGE": try ground.storage ?? TestPostgreSQL.durable.get().makeDatabase()] : [:]
        state = Mutex(State(previous: ground.isPrevious ? Set(programs) : []))
    }

    var http: String { state.withLock { $0.http } }
    var operations: String { state.withLock { $0.operations } }

    func child(_ program: String) throws -> ChildProcess { try #require(state.withLock { $0.children[program] }) }

    // MARK: Starting

    func launch(_ program: String) throws {
        var environment = ProcessInfo.processInfo.environment.filter { !$0.key.hasPrefix("BALISE_") }
        environment["BALISE_HTTP_PORT"] = "0"
        environment["BALISE_OPERATIONS_PORT"] = "0"
        environment["BALISE_DATA_DIR"] = dataFolder.path
        // All tests come from one address.
        environment["BALISE_MIATARU_NEW_DEVICES_PER_HOUR"] = "1000000"
        environment.merge(server) { _, set in set }
        environment.merge(replicaSettings(of: program)) { _, set in set }
        environment.merge(settings) { _, set in set }
        let log = home.appending(path: "\(program).log")
        let length = (try? Data(contentsOf: log))?.count ?? 0
        let executable = try BuiltPrograms.url(program, isPrevious: state.withLock { $0.previous.contains(program) })
        let child = try ChildProcess(program, executable: executable, environment: environment, log: log)
        state.withLock {
            $0.children[program] = child
            $0.logStart[program] = length
        }
    }

    private func replicaSettings(of program: String) -> [String: String] {
        guard shape == .replicas else { return [:] }
        func address(_ process: String) -> String { "ipc://\(dataFolder.path)/run/\(process).sock" }
        var settings: [String: String] = [:]
        for service in Shape.replicated {
            let name = service.uppercased().replacing("-", with: "_")
            let processes = programs.filter { Shape.service(of: $0) == service }.sorted()
            settings["BALISE_BUS_\(name)"] = processes.map(address).joined(separator: ",")
            if processes.contains(program) { settings["BALISE_BUS_BIND"] = address(program) }
        }
        return settings
    }

    func untilReady() async throws {
        try await eventually("the ready line of \(shape.front)") { try self.readPorts() }
        try await eventually("\(shape) is ready") { try await self.isReady() }
        // Another service may still treat a restarted one as unreachable; /readyz shows only the edge's view. A sign-in
        // uses three services.
        let nobody = Person()
        try await eventually("the services have found each other") {
            let body = Array(nobody.credentials.encoded.utf8)
            let headers: HTTPHeaders = ["content-type": "application/json", "x-forwarded-for": nobody.address]
            return try await call(.POST, http + "/api/v1/auth/login", body, headers).status != 503
        }
    }

    /// Reads the ports of a front that may have restarted; returns whether it has printed them.
    func readPortsAgain() throws -> Bool { try readPorts() }

    /// Whether all services are ready, including both of two replicas: a replica that has not found the others gets
    /// requests too.
    func isReady() async throws -> Bool {
        guard let token = try? operatorToken,
            let answer = try? await call(.GET, operations + "/readyz", nil, ["authorization": "Bearer \(token)"])
        else { return false }
        return answer.status == 200 && !answer.text.contains("not ready: ")
    }

    private func readPorts() throws -> Bool {
        let front = try child(shape.front)
        for program in programs where try !child(program).isRunning {
            throw DidNotHappen(description: "\(program) ended at once:\n\(try child(program).logText())")
        }
        let start = state.withLock { $0.logStart[shape.front] ?? 0 }
        let fresh = String(decoding: try Data(contentsOf: front.log).dropFirst(start), as: UTF8.self)
        guard let line = fresh.firstMatch(of: /is ready on (http:\/\/[\d.:]+) \(operations (http:\/\/[\d.:]+)\)/) else {
            return false
        }
        state.withLock {
            $0.http = String(line.1)
            $0.operations = String(line.2)
        }
        return true
    }

    // MARK: Ending

    func killAndRestart(_ programs: [String]) async throws {
        for program in programs { try await child(program).killNow() }
        for program in programs { try launch(program) }
        try await untilReady()
    }

    func killAndRestart(_ program: String) async throws { try await killAndRestart([program]) }

    /// Starts a program that has ended, and waits until all are ready.
    func relaunch(_ program: String) async throws {
        try launch(program)
        try await untilReady()
    }

    /// From the next start on, the programs run in the version before, or in this one.
    func choose(isPrevious: Bool, of programs: [String]) {
        state.withLock { if isPrevious { $0.previous.formUnion(programs) } else { $0.previous.subtract(programs) } }
    }

    func whileStopped(_ name: String, _ body: () async throws -> Void) async throws {
        let process = try child(name).id
        kill(process, SIGSTOP)
        do {
            defer { kill(process, SIGCONT) }
            // On a busy machine, each of its threads stops when it is scheduled next.
            try await eventually("\(name) has stopped") {
                let status = try? String(contentsOfFile: "/proc/\(process)/status", encoding: .utf8)
                return status?.contains("State:\tT") ?? true
            }
            try await body()
        }
        // Each replica is asked: by then it has read all earlier requests.
        try await eventually("\(name) answers again") { try await isReady() }
    }

    /// Ends all programs, the front first. Each must end within 10 s and with status 0.
    func stop() async throws {
        for program in programs.reversed() {
            guard let child = try? child(program), child.isRunning else { continue }
            let start = ContinuousClock.now
            let status = try await child.terminate()
            #expect(status == 0, "\(program) leaves with status 0")
            #expect(ContinuousClock.now - start < .seconds(10), "\(program) leaves within 10 s")
        }
    }

    func logs() throws -> String {
        try state.withLock { Array($0.children.values) }.map { try $0.logText() }.joined(separator: "\n")
    }

    func dumps() throws -> [URL] {
        guard let address = server["BALISE_STORAGE"] else { return [] }
        return try ["identity", "auth_session", "location", "preferences", "push"].map { schema in
            let file = home.appending(path: "\(schema).sql")
            try TestPostgreSQL.dump(schema, of: address, to: file)
            return file
        }
    }

    func removeFolder() { try? FileManager.default.removeItem(at: home) }
}
