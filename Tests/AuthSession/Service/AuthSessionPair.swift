@testable import AuthSession

/// Needs PostgreSQL, which a developer's Mac may lack.
let needsPostgreSQL = ConditionTrait.disabled(
    if: TestPostgreSQL.reasonToSkip != nil, "\(TestPostgreSQL.reasonToSkip ?? "")")

struct AuthSessionPair: Sendable {
    /// Each knows one of the two alone.
    let edges: [BusClient]
    let operatorToken: OperatorCredential
    let databases: [ServiceDatabase]
    let identity: ScriptedIdentity

    /// - Parameters:
    ///   - folders: Of the secrets of each; one for both where only one is given.
    ///   - waiting: Called for as long as a service waits on purpose.
    static func run(
        in folders: [TemporaryFolder]? = nil, waiting: @escaping @Sendable () async throws -> Void = {},
        _ body: (AuthSessionPair) async throws -> Void
    ) async throws {
        let folders = try folders ?? [TemporaryFolder()]
        let token = try OperatorToken.loadOrMake(in: folders[0].url)
        let schema = try ServerSchema()
        let (sockets, clock) = (try TemporaryFolder(), SetClock())
        let identity = try ScriptedIdentity(in: sockets.url, clock: clock)
        let identityBind = try Endpoint("ipc://\(sockets.url.path)/identity.sock")
        let peerBus = try MessageBus(.patient(.identity))
        _ = try peerBus.serve(
            .identity, at: identityBind,
            permissions: Permissions([
                .authSession: [VerifyPassword.self, RecogniseIssuedUser.self, ReadFeed.self]
            ]), handlers: identity.handlers)
        var buses = [peerBus]
        var running: [Task<Void, any Error>] = []
        var (edges, databases): ([BusClient], [ServiceDatabase]) = ([], [])
        let outcome: Result<Void, any Error>
        do {
            for index in 0..<2 {
                let bus = try MessageBus(.patient(.authSession))
                buses.append(bus)
                let bind = try Endpoint("ipc://\(sockets.url.path)/auth-\(index).sock")
                var settings = Settings()
                settings.dataDirectory = folders[index % folders.count].url
                let database = try schema.open(SessionStore.self)
                let environment = ServiceEnvironment(
                    service: .authSession, settings: settings, bus: bus,
                    endpoints: [.authSession: [bind], .identity: [identityBind]], bind: bind,
                    logger: LoggedLines().logger, metrics: MetricsRegistry(), clock: clock,
                    openedDatabase: .success(database))
                let service = try await AuthSessionService(
                    environment, feedTimeout: .seconds(30),
                    pause: { span in
                        try await waiting()
                        clock.advance(seconds: span.components.seconds)
                    }, purgePause: { try await Task.sleep(for: .seconds(15)) })
                running.append(
                    Task {
                        defer { environment.readiness.markShuttingDown() }
                        try await service.run()
                    })
                await environment.readiness.untilReady()
                edges.append(peerBus.client(as: .edge, endpoints: [.authSession: bind]))
                databases.append(database)
            }
            try await body(
                AuthSessionPair(
                    edges: edges, operatorToken: .token(SecretText(token.value)), databases: databases,
                    identity: identity))
            for task in running { task.cancel() }
            for task in running { try await task.value }
            outcome = .success(())
        } catch {
            for task in running { task.cancel() }
            outcome = .failure(error)
        }
        for bus in buses { await bus.shutDown(drain: .zero) }
        try identity.close()
        try outcome.get()
    }

    func send<R: ServiceRequest>(_ request: R, to index: Int) async throws(BusError) -> R.Reply {
        if let act = request as? any OperatorAct, !R.senders.contains(.edge),
            let reply = try await edges[index].send(act, by: operatorToken) as? R.Reply
        {
            return reply
        }
        return try await edges[index].send(request, MessageContext(requestID: "test", timeout: .seconds(60)))
    }
}
