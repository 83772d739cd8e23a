import Foundation
public import Logging
public import MessageBus
public import Models
import ServiceLifecycle
public import Storage

/// The resources that a program gives each of its services.
public struct ServiceEnvironment: Sendable {
    public let service: ServiceName
    public let settings: Settings
    /// The bus of the process, shared by its services.
    public let bus: MessageBus
    /// A client that sends in the name of this service.
    public let client: BusClient
    /// The addresses of each service. A service with replicas has several.
    public let endpoints: [ServiceName: [Endpoint]]
    public let bind: Endpoint
    public let logger: Logger
    public let storeOutage: StoreOutage
    /// The service's metrics. Pass this as the factory of each metric, so that services in one process are kept apart.
    public let metrics: MetricsRegistry
    /// The service's readiness, which the service marks as ready in `run`.
    public let readiness: Readiness
    public let listening: ListeningAddresses
    public let absences: PeerAbsences
    public let warnings: RecentWarnings
    public let clock: any WallClock
    public let deletionClock: any WallClock
    /// Returns the given number of random bytes.
    public let random: @Sendable (Int) -> [UInt8]
    /// The database, if the program has opened it already; otherwise nil.
    let openedDatabase: OpenedDatabase?

    /// Creates an environment.
    /// - Parameter deletionClock: The clock for deleting old data; nil to use `clock`.
    public init(
        service: ServiceName, settings: Settings, bus: MessageBus, endpoints: [ServiceName: [Endpoint]],
        bind: Endpoint, logger: Logger, metrics: MetricsRegistry, readiness: Readiness = Readiness(),
        listening: ListeningAddresses = ListeningAddresses(), absences: PeerAbsences = PeerAbsences(),
        warnings: RecentWarnings = RecentWarnings(),
        clock: any WallClock = SystemClock(), deletionClock: (any WallClock)? = nil,
        random: @escaping @Sendable (Int) -> [UInt8] = systemRandomBytes,
        openedDatabase: OpenedDatabase? = nil
    ) {
        (self.service, self.settings, self.bus) = (service, settings, bus)
        (self.endpoints, self.bind, self.logger) = (endpoints, bind, logger)
        storeOutage = StoreOutage(logger)
        (self.metrics, self.readiness, self.listening) = (metrics, readiness, listening)
        (self.absences, self.warnings, self.clock) = (absences, warnings, clock)
        self.deletionClock = deletionClock ?? clock
        self.random = random
        self.openedDatabase = openedDatabase
        var limits = BusLimits()
        limits.requestsInFlight = settings.bus.requestsInFlight
        client = bus.client(as: service, replicas: endpoints, limits: limits)
        metrics.add { [readiness] in await readiness.samples() }
    }

    /// Binds this service's endpoint and serves `handlers`, and the messages that every service answers. Those common
    /// messages are accepted from the edge and from the service itself, operators' decisions from auth-session.
    /// `missingAccounts` is for a service with data of accounts. `answer(to:_:)` converts the handlers' errors.
    public func serve(
        _ handlers: HandlerTable, missingAccounts: MissingAccounts? = nil
    ) throws(BusSetupError) -> BusServer {
        var handlers = handlers
        handlers.answerError = answer
        let readiness = readiness
        let metrics = metrics
        let (service, operators): (ServiceName, Set<ServiceName>) = (service, [.edge, service])
        metrics.add {
            let isReady = await readiness.examine().isReady
            return [MetricSample(name: "balise_service_ready", kind: .gauge, labels: [], value: isReady ? 1 : 0)]
        }
        handlers.on(CheckReadiness.self, from: operators) { _, _ in await readiness.examine() }
        handlers.on(ReadChecks.self, from: operators) { _, _ in
            ReadChecks.Reply(version: ServiceProgram.version, checks: await readiness.outcomes(triesRemote: true))
        }
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

    /// Opens the database of `service`, which must be this environment's service. Creates the database if it never
    /// existed. The service is ready only while the database is writable. Rows that its lists leave out are logged.
    public func openDatabase<S: PersistentService>(of service: S.Type) throws(StorageError) -> ServiceDatabase {
        let database = try (openedDatabase ?? service.openDatabase(settings)).get()
        let file = settings.dataDirectory.appendingPathComponent(S.databaseName)
        let mark = BackupMark(of: self.service, in: settings.dataDirectory)
        let checks = DatabaseChecks(database: database, file: file, mark: mark, clock: clock)
        checks.add(to: readiness)
        let facts = StorageFacts(database: database, mark: mark)
        metrics.add { await facts.samples() }
        metrics.add {
            let isUsable = await database.findObstacle() == nil
            return [MetricSample(name: "balise_storage_usable", kind: .gauge, labels: [], value: isUsable ? 1 : 0)]
        }
        let logger = logger
        for finding in [checks.schema, checks.commits] where finding.state >= .warning {
            logger.log(
                level: finding.state == .failure ? .error : .warning, "\(finding.found)",
                metadata: finding.remedy.map { ["remedy": .string($0)] })
        }
        database.onSkippedRow { error in
            logger.error(
                "a list leaves out what cannot be read; later ones like it are not logged",
                metadata: ["cause": .failure(error)])
        }
        return database
    }

    /// Work that runs until its task is cancelled.
    public typealias Loop = @Sendable () async -> Void

    /// How long running requests may take after the stop.
    private static let drain = Duration.seconds(3)

    /// Serves until the graceful shutdown, then finishes running requests and closes the database. Adds the messages
    /// about backups, exports and performed acts, which every service with a database answers in the same way.
    /// - Parameters:
    ///   - service: The service of this environment.
    ///   - loops: Work such as following feeds and housekeeping, which is cancelled before the requests are drained.
    ///   - serving: Called when requests are accepted; marks the service as ready.
    ///   - drained: Called when no request is running; closes the handlers' resources except the database.
    public func run(
        _ handlers: HandlerTable, of service: any PersistentService.Type, on database: ServiceDatabase,
        missingAccounts: MissingAccounts? = nil, beside loops: [Loop],
        serving: (Readiness) -> Void = { $0.markReady() }, drained: () async -> Void = {}
    ) async throws {
        SecretChecks(service.files, in: settings.dataDirectory).add(to: readiness)
        var handlers = handlers
        service.export.serve(of: database, in: &handlers)
        let backups = ServiceBackups(self, of: service, database)
        backups.serve(in: &handlers)
        var loops = loops
        // auth-session runs the coordinator, which reaches every service and works in one process at a time.
        if self.service == .authSession {
            let coordinator = BackupCoordinator(self, backups)
            coordinator.serve(in: &handlers)
            if !database.mayBeShared {
                readiness.add("backup-job") { coordinator.backupFinding }
                readiness.add("restore-drill") { coordinator.drillFinding }
            }
            metrics.add { coordinator.samples }
            loops.append { await coordinator.run() }
        }
        handlers.on(SettleAct.self, from: [.authSession]) { request, _ in
            SettleAct.Reply(isDone: try await database.write { try PerformedActTable.settle(request.act, in: $0) })
        }
        let server = try serve(handlers, missingAccounts: missingAccounts)
        serving(readiness)
        await withTaskGroup { group in
            for loop in loops { group.addTask { await loop() } }
            group.addTask { await storeOutage.watch(database) }
            // The wait ends by a cancellation or by a stop. Both have the same effect here.
            try? await gracefulShutdown()
            group.cancelAll()
        }
        await server.close(drain: ServiceEnvironment.drain)
        await drained()
        try database.close()
    }
}
