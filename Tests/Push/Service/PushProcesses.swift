import Logging

@testable import Push
@testable import Storage

/// Needs PostgreSQL, which a developer's Mac may lack.
let needsPostgreSQL = ConditionTrait.disabled(
    if: TestPostgreSQL.reasonToSkip != nil, "\(TestPostgreSQL.reasonToSkip ?? "")")

/// The leases' clock stands still until a test moves it.
struct PushProcesses: Sendable {
    static let lease = Duration.seconds(10)

    let server: TestPostgreSQL
    let schema: String
    let folder: TemporaryFolder
    let time = SetInstant()
    let clock = SetClock()
    private let feeds: [ServiceName: ScriptedFeed]
    private let edgeBus: MessageBus
    let edge: BusClient

    struct Member: Sendable {
        let name: String
        let gateway: ScriptedGateway
        let readiness: Readiness
        let settings: Settings
        fileprivate let bus: MessageBus
        fileprivate let running: Task<Void, any Error>

        var works: Bool { readiness.isReady }

        func stop() async throws {
            running.cancel()
            try await end()
        }

        func end() async throws {
            defer { Task { [bus] in await bus.shutDown(drain: .zero) } }
            try await running.value
        }
    }

    static func run(
        _ members: [String] = ["one", "two"], _ body: @Sendable (PushProcesses) async throws -> Void
    ) async throws {
        let processes = try PushProcesses(members)
        try await using({
            for feed in processes.feeds.values { await feed.end() }
            await processes.edgeBus.shutDown(drain: .zero)
        }) { try await body(processes) }
    }

    private init(_ members: [String]) throws {
        server = try TestPostgreSQL.shared.get()
        schema = "push_\(UInt32.random(in: 0 ... .max))"
        let folder = try TemporaryFolder()
        self.folder = folder
        let path = folder.url.path
        func feed(_ name: FeedName, of service: ServiceName) throws -> ScriptedFeed {
            try ScriptedFeed(
                name, of: service, at: Endpoint("ipc://\(path)/\(service).sock"), in: folder.url, "\(service)-feed",
                for: .push)
        }
        feeds = [
            .identity: try feed(AccountChange.feed, of: .identity),
            .authSession: try feed(CredentialChange.feed, of: .authSession),
            .preferences: try feed(NotificationPreferences.feed, of: .preferences),
            .location: try feed(Position.feed, of: .location),
        ]
        edgeBus = try MessageBus(.patient(.edge))
        edge = edgeBus.client(
            as: .edge, replicas: [.push: try members.map { try Endpoint("ipc://\(path)/push-\($0).sock") }])
        try administrate("CREATE SCHEMA \(schema)")
        // Each has its own role, so that a test can cut off one process.
        for member in members { try administrate("CREATE ROLE \(role(of: member)) LOGIN SUPERUSER") }
    }

    // MARK: The processes

    func start(_ name: String, _ gateway: ScriptedGateway = ScriptedGateway()) async throws -> Member {
        let address = server.address().replacing("balise@", with: "\(role(of: name))@")
        var options = PostgreSQLOptions()
        (options.schema, options.requiresDurability) = (schema, false)
        let database = try ServiceDatabase.open(
            on: PostgreSQLAddress(address), options, migrations: PushStore.migrations)
        var settings = Settings()
        settings.dataDirectory = folder.url.appendingPathComponent(name)
        let bus = try MessageBus(.patient(.push))
        let path = folder.url.path
        let environment = ServiceEnvironment(
            service: .push, settings: settings, bus: bus,
            endpoints: try Dictionary(
                uniqueKeysWithValues: feeds.keys.map { ($0, [try Endpoint("ipc://\(path)/\($0).sock")]) }),
            bind: try Endpoint("ipc://\(path)/push-\(name).sock"),
            logger: Logger(label: "push") { _ in SwiftLogNoOpLogHandler() }, metrics: MetricsRegistry(), clock: clock,
            openedDatabase: .success(database))
        let service = try await PushService(
            environment, gateway: gateway,
            lease: LeaseOptions(duration: PushProcesses.lease) { [time] in time.now() }
        ) { duration in
            try await Task.sleep(for: min(duration / 100, .milliseconds(100)))
        }
        let running = Task { try await service.run() }
        return Member(
            name: name, gateway: gateway, readiness: environment.readiness, settings: settings, bus: bus,
            running: running)
    }

    /// Ends the connections of a process and prevents new ones.
    func cutOff(_ member: Member) throws {
        let role = role(of: member.name)
        try administrate("ALTER ROLE \(role) NOLOGIN")
        try administrate("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE usename = '\(role)'")
    }

    /// Gives the lease to another process, as if this one had been suspended unnoticed.
    func supersede() throws {
        try administrate(
            "UPDATE \(schema).lease SET term = term + 1, holder = 'another', renewals = 0, is_released = 0")
    }

    private func role(of member: String) -> String { "\(schema)_\(member)" }

    private func administrate(_ script: String) throws {
        let connection = PostgreSQLConnection(try PostgreSQLAddress(server.address()), options: PostgreSQLOptions())
        defer { connection.close() }
        try connection.runScript(script)
    }

    func count(_ query: SQL) throws -> Int64 {
        var options = PostgreSQLOptions()
        options.schema = schema
        let connection = PostgreSQLConnection(try PostgreSQLAddress(server.address()), options: options)
        defer { connection.close() }
        return try Connection(connection).value(query) ?? 0
    }

    func wait(for member: Member) async throws {
        try await eventually("\(member.name) works") {
            if !member.works { time.advance(by: .milliseconds(50)) }
            return member.works
        }
    }

    // MARK: Callers

    /// Repeats a request until a process answers: after a takeover the edge finds the next one a moment later.
    func send<R: ServiceRequest>(_ request: R) async throws -> R.Reply {
        let reply = Mutex<R.Reply?>(nil)
        try await eventually("push answers") {
            do throws(BusError) {
                let answer = try await edge.send(request, MessageContext(requestID: "test", timeout: .seconds(60)))
                reply.withLock { $0 = answer }
                return true
            } catch {
                switch error {
                case .unavailable: return false
                // From a process that is cut off from its database and has not ended yet.
                case .refused(let answer) where answer.code == .unavailable: return false
                default: throw error
                }
            }
        }
        return try #require(reply.withLock { $0 })
    }

    func person(_ name: String) async throws {
        let account = AccountID(name)!
        try await feeds[.identity]?.publish(name, AccountChange(status: .active, number: 1))
        _ = try await send(RegisterPushToken.sample(account, token: name))
        try await feeds[.preferences]?.publish(name, NotificationPreferences(choices: .sample, quietHours: nil))
        try await feeds[.location]?.publish(name, Position(coordinate: .north(1), at: clock.now().adding(seconds: -60)))
    }

    func announce() async throws -> SendNotification.Reply {
        try await send(
            SendNotification(
                notification: .sample, publisher: .sample, apiKey: .sample, idempotencyKey: UUID().uuidString,
                isDryRun: false, isOperator: true))
    }

    func record(_ sent: SendNotification.Reply) async throws -> NotificationRecord {
        try await send(GetNotification(id: try #require(sent.record).id.text, of: nil))
    }

    func record(_ sent: SendNotification.Reply, once state: NotificationState) async throws -> NotificationRecord {
        try await eventually("the announcement is \(state)") { try await record(sent).state == state }
        return try await record(sent)
    }
}
