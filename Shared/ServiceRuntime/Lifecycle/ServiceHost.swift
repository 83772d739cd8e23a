import Foundation
public import Logging
import MessageBus
public import Models
import ServiceLifecycle

/// Several services in one process, with one bus and one service group. When the host is stopped, it makes readiness
/// false, shuts the services down in the reverse order of their start, and closes the bus.
public struct ServiceHost: Sendable {
    /// How long stopping services may take before they are cancelled.
    private static let timeout = Duration.seconds(7)

    private let name: String
    private let settings: Settings
    private let bus: MessageBus
    private let services: [any HostedService]
    let readinesses: [Readiness]
    private let listening = ListeningAddresses()
    private let busLog: BusEventLog
    private let tracing: SpanExporter?
    private let logger: Logger
    let metrics: MetricsRegistry

    /// Creates the bus, the environments and the services, which do not run yet.
    /// - Parameters:
    ///   - types: The services in the order of their start.
    ///   - name: The program's name in its logs.
    public init(
        _ types: [any HostedService.Type], name: String, settings: Settings, clock: any WallClock = SystemClock(),
        warnings: RecentWarnings = RecentWarnings(), makeLogger: (_ service: String) -> Logger
    ) async throws {
        self.name = name
        self.settings = settings
        logger = makeLogger(name)
        let hosted = types.map { $0.name }
        guard let first = hosted.first else { throw StartError.settings("the program \(name) has no services") }
        let plan = try BusPlan(settings, hosting: hosted)
        try DataDirectory.refuseEarlierBuild(settings.dataDirectory, of: types)
        try ServiceHost.prepareFolder(settings, plan, for: types)

        // Only the first service in a process reports the metrics of the process.
        metrics = MetricsRegistry(process: ProcessFacts(clock: clock))
        var configuration = BusConfiguration(name: first)
        configuration.curve = plan.usesTCP ? try settings.curve(for: hosted) : nil
        for warning in plan.warnings { logger.warning("\(warning)") }
        let absences = PeerAbsences()
        let busLog = BusEventLog(logger, metrics: metrics, absences: absences)
        self.busLog = busLog
        configuration.report = { busLog.receive($0) }
        if let endpoint = settings.tracing.endpoint {
            tracing = SpanExporter(to: endpoint, settings.tracing, metrics: metrics, logger)
        } else {
            tracing = nil
        }
        configuration.tracer = tracing?.makeTracer()
        bus = try MessageBus(configuration)

        let databases = await openDatabases(of: types, settings)
        let deletionClock = CautiousClock(clock)
        var services: [any HostedService] = []
        var readinesses: [Readiness] = []
        for type in types {
            guard let bind = plan.binds[type.name] else { continue }
            let environment = ServiceEnvironment(
                service: type.name, settings: settings, bus: bus, endpoints: plan.endpoints, bind: bind,
                logger: makeLogger(type.name.description),
                metrics: type.name == first ? metrics : MetricsRegistry(), listening: listening, absences: absences,
                warnings: warnings, clock: clock, deletionClock: deletionClock, openedDatabase: databases[type.name])
            // The check of the clock must be added only once for each process.
            if type.name == first {
                environment.readiness.add("clock") { deletionClock.finding }
                environment.readiness.add("files") {
                    FileModes.check(settings.dataDirectory, secrets: settings.secretFiles)
                }
            }
            services.append(try await type.init(environment))
            readinesses.append(environment.readiness)
        }
        self.services = services
        self.readinesses = readinesses
    }

    /// Runs until a signal or a service ends it; then everything is closed.
    /// - Parameter whenReady: Called once, when all services accept requests.
    public func run(until stop: StopRequest, whenReady: @escaping @Sendable (ListeningAddresses) -> Void) async throws {
        let listening = listening
        let logger = logger
        let busLog = busLog
        let gate = ReadinessGate(
            readinesses: readinesses,
            whenReady: {
                logger.info("ready")
                whenReady(listening)
                Allocator.trimWhenSettled()
            },
            whenShuttingDown: {
                busLog.recordShutdown()
                logger.info("shutting down")
            })
        let parts: [any ServiceLifecycle.Service] = services.map { EndlessService(service: $0) } + [gate]
        var configuration = ServiceGroupConfiguration(
            services: parts.map { part in
                // A failed service shuts the others down in order, so that they can close their resources.
                .init(service: part, failureTerminationBehavior: .gracefullyShutdownGroup, serviceName: name)
            }, logger: Logger(label: name) { _ in SwiftLogNoOpLogHandler() })
        configuration.maximumGracefulShutdownDuration = ServiceHost.timeout
        let group = ServiceGroup(configuration: configuration)
        let refusals = Task { await busLog.reportRefusals() }
        defer { refusals.cancel() }
        let exporting = Task { [tracing] in if let tracing { await tracing.run() } }
        stop.whenRequested { Task { await group.triggerGracefulShutdown() } }
        do {
            try await group.run()
        } catch {
            await bus.shutDown(drain: .zero)
            await tracing?.close(ending: exporting)
            throw error
        }
        await bus.shutDown(drain: .seconds(1))
        await tracing?.close(ending: exporting)
        logger.info("stopped")
    }

    private static func prepareFolder(
        _ settings: Settings, _ plan: BusPlan, for types: [any HostedService.Type]
    ) throws(StartError) {
        let persistentServices = types.filter { $0.keepsData }
        guard !persistentServices.isEmpty || plan.usesSockets(in: settings.dataDirectory) else { return }
        let folder = try DataDirectory(settings.dataDirectory)
        var locks: [Int32] = []
        do throws(StartError) {
            for service in persistentServices {
                // Replicas may share a folder: their data is on a server, and each has its own address.
                let isReplica = settings.storage.server != nil && settings.bus.bind != nil
                if !isReplica { locks.append(try folder.lock(for: service.name)) }
                try UnfinishedRestore(of: service.name, in: folder.url).check()
                if settings.storage.server != nil { try folder.refuseUnmovedDatabase(service.files) }
            }
        } catch {
            for lock in locks { close(lock) }
            throw error
        }
    }
}
