// What a program gives to each of its services.

public import Logging
public import MessageBus
public import Models

/// What a program gives to each of its services.
public struct ServiceEnvironment: Sendable {
    /// The service that it is for.
    public let service: ServiceName
    public let settings: Settings
    /// One per process, shared by its services.
    public let bus: MessageBus
    /// Sends in the name of this service to every other.
    public let client: BusClient
    /// Where each service is reached; several addresses are those of its replicas.
    public let endpoints: [ServiceName: [Endpoint]]
    /// Where this service listens.
    public let bind: Endpoint
    /// Writes under the name of this service.
    public let logger: Logger
    /// Where it notes that its store is not available.
    public let storeOutage: StoreOutage
    /// The metrics of this service; pass it as the factory of each metric.
    public let metrics: MetricsRegistry
    /// Whether this service can work; it marks itself ready in `run`.
    public let readiness: Readiness
    /// Where it notes the addresses that it listens at.
    public let listening: ListeningAddresses
    /// Why other services are not connected.
    public let absences: PeerAbsences
    /// The latest warnings of the process.
    public let warnings: RecentWarnings
    public let clock: any WallClock
    /// By which old data are deleted.
    public let deletionClock: any WallClock
    /// Gives so many random bytes.
    public let random: @Sendable (Int) -> [UInt8]
    /// The service's database where the program has opened it already.
    let openedDatabase: OpenedDatabase?

    /// An environment of given parts, for a program or a test.
    ///
    /// - Parameter deletionClock: nil for `clock`.
    public init(
        service: ServiceName, settings: Settings, bus: MessageBus, endpoints: [ServiceName: [Endpoint]],
        bind: Endpoint, logger: Logger, metrics: MetricsRegistry, readiness: Readiness = Readiness(),
        listening: ListeningAddresses = ListeningAddresses(), absences: PeerAbsences = PeerAbsences(),
        warnings: RecentWarnings = RecentWarnings(),
        clock: any WallClock = SystemClock(), deletionClock: (any WallClock)? = nil,
        random: @escaping @Sendable (Int) -> [UInt8] = systemRandomBytes,
        openedDatabase: OpenedDatabase? = nil
    ) {
        self.service = service
        self.settings = settings
        self.bus = bus
        self.endpoints = endpoints
        self.bind = bind
        self.logger = logger
        storeOutage = StoreOutage(logger)
        self.metrics = metrics
        self.readiness = readiness
        self.listening = listening
        self.absences = absences
        self.warnings = warnings
        self.clock = clock
        self.deletionClock = deletionClock ?? clock
        self.random = random
        self.openedDatabase = openedDatabase
        var limits = BusLimits()
        limits.requestsInFlight = settings.bus.requestsInFlight
        client = bus.client(as: service, replicas: endpoints, limits: limits)
    }

    /// Binds at this service's endpoint and serves `handlers`, and with them the messages that every service answers
    /// (`CheckReadiness`, `ReadMetrics`, `ReadWarnings`, `CountMissingAccounts`, `DecideMissingAccounts`).
    ///
    /// The declaration of a message says who may send it. Those that every service answers come from the edge and from
    /// the service itself, and what an operator decides from auth-session. `missingAccounts` is for a service that keeps what belongs to accounts. What becomes of a
    /// handler's errors stands in ServiceEnvironment+Errors.swift.
    public func serve(
        _ handlers: HandlerTable, missingAccounts: MissingAccounts? = nil
    ) throws(BusSetupError) -> BusServer {
        var handlers = handlers
        handlers.answerError = answer
        let readiness = readiness
        let metrics = metrics
        let (service, operators): (ServiceName, Set<ServiceName>) = (service, [.edge, service])
        handlers.on(CheckReadiness.self, from: operators) { _, _ in await readiness.examine() }
        let missing = missingAccounts
        handlers.onPool(CountMissingAccounts.self, from: operators) { _, _ in
            try await missing?.count() ?? CountMissingAccounts.Reply()
        }
        handlers.on(DecideMissingAccounts.self, from: [.authSession]) { request, _ in
            try await missing?.decide(request.decision) ?? DecideMissingAccounts.Reply(isDecided: false)
        }
        handlers.onPool(ReadMetrics.self, from: operators) { _, _ in ReadMetrics.Reply(metrics: await metrics.read()) }
        let warnings = warnings
        handlers.on(ReadWarnings.self, from: operators) { _, _ in
            ReadWarnings.Reply(warnings: warnings.latest(of: service))
        }
        var limits = BusLimits()
        limits.requestsAtOnce = settings.bus.requestsAtOnce
        let server = try bus.serve(
            service, at: bind, permissions: handlers.permissions, handlers: handlers, limits: limits,
            isReady: { readiness.isReady })
        listening.record(.bus, server.endpoint.text)
        return server
    }
}
