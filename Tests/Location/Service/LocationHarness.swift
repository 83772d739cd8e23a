@testable import Location

struct LocationHarness: Sendable {
    let edge: BusClient
    let authSession: BusClient
    let clock: SetClock
    let metrics: MetricsRegistry
    let folder: URL
    /// A test has to start a peer there if it needs one.
    let identity: Endpoint
    let sessions: Endpoint
    let signalPurge: @Sendable () -> Void

    static func run(
        _ change: (inout Settings) -> Void = { _ in }, in folder: TemporaryFolder? = nil,
        _ body: (LocationHarness) async throws -> Void
    ) async throws {
        let folder = try folder ?? TemporaryFolder()
        var settings = Settings()
        settings.dataDirectory = folder.url
        change(&settings)
        let endpoint = try Endpoint("ipc://\(folder.url.path)/location.sock")
        let identity = try Endpoint("ipc://\(folder.url.path)/identity.sock")
        let sessions = try Endpoint("ipc://\(folder.url.path)/auth-session.sock")
        let bus = try MessageBus(.patient(.location))
        let edgeBus = try MessageBus(.patient(.edge))
        let clock = SetClock()
        let metrics = MetricsRegistry()
        let environment = ServiceEnvironment(
            service: .location, settings: settings, bus: bus,
            endpoints: [.identity: [identity], .authSession: [sessions]],
            bind: endpoint, logger: Logger(label: "location") { _ in SwiftLogNoOpLogHandler() }, metrics: metrics,
            clock: clock)
        let purges = Ticks()
        let service = try await LocationService(environment) { try await purges.pause() }
        let harness = LocationHarness(
            edge: edgeBus.client(as: .edge, endpoints: [.location: endpoint]),
            authSession: edgeBus.client(as: .authSession, endpoints: [.location: endpoint]), clock: clock,
            metrics: metrics, folder: folder.url, identity: identity, sessions: sessions,
            signalPurge: { purges.signal() })
        let readiness = environment.readiness
        try await using({
            await edgeBus.shutDown(drain: .zero)
            await bus.shutDown(drain: .zero)
        }) {
            try await whileRunning(
                { try await service.run() }, isReady: { await readiness.untilReady() },
                failed: { readiness.markShuttingDown() }, { try await body(harness) })
        }
    }

    func send<R: ServiceRequest>(_ request: R, from address: String = "192.0.2.1") async throws(BusError) -> R.Reply {
        var client = ClientInfo()
        client.address = Personal(address)
        let isAct = (request as? any OperatorAct)?.isOfOperator == true
        return try await (isAct ? authSession : edge).send(
            request, MessageContext(requestID: "test", client: client, timeout: .seconds(60)))
    }

    /// How the service answers: nil when it does what was asked, else the code of its error.
    func outcome<R: ServiceRequest>(_ request: R, from address: String = "192.0.2.1") async throws -> ErrorCode? {
        try await refusal(request, from: address)?.code
    }

    func refusal<R: ServiceRequest>(_ request: R, from address: String = "192.0.2.1") async throws -> ServiceError? {
        try await serviceError { try await send(request, from: address) }
    }

    func denials(_ message: String, _ code: ErrorCode) -> Double {
        let labels = [["code", code.rawValue], ["message", message]]
        let sample = metrics.snapshot().first { $0.name == DenialCounts.label && $0.labels == labels }
        return sample?.value ?? 0
    }
}
