import Foundation
import Logging
public import Models
import NIOCore
import NIOPosix
public import ServiceRuntime
import ServiceSettings

/// Speaks HTTP for all services: parses requests, asks over the bus, renders answers. No database and no business rules.
public struct EdgeService: HostedService {
    public static let name = ServiceName.edge
    public static let keepsData = false

    private let environment: ServiceEnvironment
    private let attempts: AttemptLimiter
    private let authenticator: Authenticator
    private let operatorToken: Secret
    private let freed = FreedMemory()
    private let live: LiveHub
    private let mapTiles: MapTiles?
    private let untrustedProxies: UntrustedProxyLog

    /// Opens the archive of tiles, and creates the operator's token at the first start; `run` opens the sockets. Throws a
    /// `StartError`.
    public init(_ environment: ServiceEnvironment) throws {
        self.environment = environment
        mapTiles = try MapTiles(environment.settings.console)
        operatorToken = try OperatorToken.loadOrMake(for: environment.settings)
        let settings = environment.settings.api
        attempts = AttemptLimiter(
            failuresPerMinute: settings.failuresPerMinute, registrationsPerMinute: settings.registrationsPerMinute)
        authenticator = Authenticator(
            services: environment.client, attempts: attempts, cachedPrincipals: settings.cachedPrincipals,
            clock: environment.clock, metrics: environment.metrics, logger: environment.logger)
        live = LiveHub(
            environment.client, replicas: environment.endpoints[.location] ?? [],
            limits: environment.settings.http.limits, metrics: environment.metrics, logger: environment.logger)
        authenticator.onEnds { [live] in live.ended($0) }
        let proxies = UntrustedProxyLog(clock: environment.clock, logger: environment.logger)
        untrustedProxies = proxies
        environment.readiness.add("proxy") { proxies.finding }
        let operations = environment.settings.operations
        environment.readiness.add("operations-port") {
            OperationsExposure.finding(host: operations.host, addresses: OperationsExposure.addresses())
        }
    }

    /// Serves until the graceful shutdown, which finishes the current requests. Throws a `StartError` if it cannot listen.
    public func run() async throws {
        let eventLoops = MultiThreadedEventLoopGroup(numberOfThreads: EdgeService.eventLoops)
        let servers = servers()
        let readiness = ReadinessCountdown(count: servers.count, environment.readiness)
        do {
            try await withThrowingTaskGroup { group in
                // Runs as long as the servers do. They do not wait for it, so auth-session may start later.
                group.addTask { await authenticator.run() }
                group.addTask { await live.run() }
                try await serve(servers, on: eventLoops, readiness)
                group.cancelAll()
            }
        } catch {
            try? await eventLoops.shutdownGracefully()
            throw error
        }
        try await eventLoops.shutdownGracefully()
    }

    private func serve(
        _ servers: [EdgeServer], on eventLoops: any EventLoopGroup, _ readiness: ReadinessCountdown
    ) async throws {
        try await withThrowingTaskGroup { group in
            for server in servers {
                group.addTask {
                    try await server.run(on: eventLoops) { address in
                        environment.listening.record(server.purpose, host: server.host, port: address)
                        readiness.countDown()
                    }
                }
            }
            // An error in one server must also end the other.
            while try await group.next() != nil {}
        }
    }

    /// Two threads serve more than the services behind them can answer.
    private static let eventLoops = max(1, min(2, System.coreCount))

    private func publicServer() -> EdgeServer {
        let settings = environment.settings
        let miataru = MiataruAPI(
            environment.client, allowedOrigins: settings.miataru.allowedOrigins, pages: settings.pages, live: live)
        let parts = APIParts(
            services: EndingServices(services: environment.client, authenticator: authenticator),
            authenticator: authenticator, attempts: attempts, clock: environment.clock)
        let api = AppAPI(
            parts, allowedOrigins: settings.api.allowedOrigins, categories: settings.preferences.categories,
            profileFields: settings.api.profileFields, live: live)
        let appwrite = AppwriteAPI(AppwriteContext(parts, settings: settings.appwrite))
        let ecovelo = EcoveloAPI(parts, settings: settings.ecovelo, programs: settings.programs)
        let oauth = OAuthAPI(OAuthContext(parts, settings: settings))
        let pages = PagesAPI(parts, settings: settings)
        // Miataru gets the rest of `/v1/`.
        let router = Router(
            [
                appwrite, miataru, api, ecovelo, oauth, pages, DocumentAPI.openAPI(like: miataru),
                DocumentAPI.ecoveloShim(like: ecovelo), DocumentAPI.health(like: miataru),
            ], fallback: miataru)
        return EdgeServer(
            purpose: .http, host: settings.http.host, port: settings.http.port, variables: "BALISE_HTTP",
            router: router, http: settings.http, bodies: BodyBudget(settings.http.limits, freed: freed), freed: freed,
            metrics: environment.metrics, clock: environment.clock, logger: environment.logger,
            untrustedProxies: untrustedProxies)
    }

    private func servers() -> [EdgeServer] {
        let settings = environment.settings
        let operations = operations()
        let console = ConsoleAPI(
            operations: operations, origin: settings.console.publicURL?.origin, serverName: settings.pages.name,
            tiles: mapTiles)
        guard let port = settings.console.port else {
            return [publicServer(), operatorServer(.operations, Router([console, operations], fallback: operations))]
        }
        return [
            publicServer(), operatorServer(.operations, Router([operations], fallback: operations)),
            operatorServer(.console, host: settings.console.host, port: port, Router([console], fallback: console)),
        ]
    }

    private func operations() -> OperationsAPI {
        let settings = environment.settings
        let health = ServiceHealth(
            services: EndingServices(services: environment.client, authenticator: authenticator),
            peers: environment.endpoints.filter { $0.key != .edge },
            readiness: environment.readiness, metrics: environment.metrics, absences: environment.absences,
            warnings: environment.warnings)
        let access = OperatorAccess(token: operatorToken, key: settings.operations.key, attempts: attempts) {
            (request, scopes) async throws(EdgeError) in
            try await authenticator.authorize(request, anyOf: scopes)
        }
        let listening = environment.listening
        let purpose: ListeningAddresses.Purpose = settings.console.port == nil ? .operations : .console
        let origin = settings.console.publicURL?.origin
        let console = ConsoleSessions(clock: environment.clock, address: { origin ?? listening.address(purpose) ?? "" })
        return OperationsAPI(
            health, access, console: console, settings: settings.shown,
            map: OperatorMap(settings.console, live: live), clock: environment.clock)
    }

    private func operatorServer(
        _ purpose: ListeningAddresses.Purpose, host: String? = nil, port: Int? = nil, _ router: Router
    ) -> EdgeServer {
        let settings = environment.settings
        var http = settings.http
        // The operations port identifies its callers by the connection only.
        http.trustedProxies = []
        // These come from the open files that are reserved from clients.
        http.limits.connections = 64
        http.limits.connectionsPerAddress = 64
        return EdgeServer(
            purpose: purpose, host: host ?? settings.operations.host, port: port ?? settings.operations.port,
            variables: purpose == .console ? "BALISE_CONSOLE" : "BALISE_OPERATIONS", router: router, http: http,
            bodies: BodyBudget(http.limits, freed: freed), freed: freed, metrics: environment.metrics,
            clock: environment.clock, logger: environment.logger)
    }
}

extension Settings {
    fileprivate var programs: [String] {
        issuers.flatMap(\.programs).reduce(into: []) { all, program in
            if !all.contains(program) { all.append(program) }
        }
    }
}

extension URL {
    /// RFC 6454, section 6.1.
    fileprivate var origin: String? {
        guard let scheme = scheme?.lowercased(), let host = host()?.lowercased() else { return nil }
        let isUsual = port == nil || port == (scheme == "https" ? 443 : 80)
        return "\(scheme)://\(host.contains(":") ? "[\(host)]" : host)\(isUsual ? "" : ":\(port ?? 0)")"
    }
}
