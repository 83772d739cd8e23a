import Foundation
import Logging
import MessageBus
public import Models
import NIOCore
import NIOPosix
public import ServiceRuntime
import ServiceSettings

/// Speaks HTTP for all services: parses requests, asks services over the bus and renders answers. It has no database
/// and no rules.
public struct EdgeService: HostedService {
    public static let name = ServiceName.edge
    public static let keepsData = false

    public static func publicAddress(_ settings: Settings) -> (host: String, port: Int, setting: String)? {
        (settings.http.host, settings.http.port, "BALISE_HTTP_PORT")
    }

    private let environment: ServiceEnvironment
    private let attempts: AttemptLimiter
    private let authenticator: Authenticator
    private let operatorToken: Secret
    private let freed = FreedMemory()
    private let live: LiveHub
    private let health: ServiceHealth
    private let history: HistoryRecorder
    private let mapTiles: MapTiles?
    private let untrustedProxies: UntrustedProxyLog
    private let certificate: ServerCertificate?
    private let consoleCertificate: ServerCertificate?

    /// Opens the archive of tiles, loads the certificates, and creates the operator's token at the first start; `run`
    /// opens the sockets. Throws a `StartError`.
    public init(_ environment: ServiceEnvironment) throws {
        self.environment = environment
        mapTiles = try MapTiles(environment.settings.console)
        certificate = try ServerCertificate(environment.settings.http.tls, for: environment)
        consoleCertificate = try ServerCertificate(environment.settings.console.tls, for: environment)
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
        health = ServiceHealth(
            services: EndingServices(services: environment.client, authenticator: authenticator),
            peers: environment.endpoints.filter { $0.key != .edge },
            readiness: environment.readiness, metrics: environment.metrics, absences: environment.absences,
            warnings: environment.warnings)
        history = HistoryRecorder(
            health, file: environment.settings.dataDirectory.appendingPathComponent(HistoryRecorder.fileName),
            clock: environment.clock, logger: environment.logger)
        let proxies = UntrustedProxyLog(clock: environment.clock, logger: environment.logger)
        untrustedProxies = proxies
        environment.readiness.add("proxy") { proxies.finding }
        let operations = environment.settings.operations
        environment.readiness.add("operations-port") {
            OperationsExposure.finding(host: operations.host, addresses: OperationsExposure.addresses())
        }
    }

    /// Serves until the graceful shutdown, which finishes requests. Throws a `StartError` if it cannot listen.
    public func run() async throws {
        let eventLoops = MultiThreadedEventLoopGroup(numberOfThreads: EdgeService.eventLoops)
        let servers = servers()
        let readiness = ReadinessCountdown(count: servers.count, environment.readiness)
        do {
            try await withThrowingTaskGroup { group in
                // The authenticator runs as long as the servers. They do not wait, so auth-session may start later.
                group.addTask { await authenticator.run() }
                group.addTask { await live.run() }
                group.addTask { await history.run() }
                for certificate in [certificate, consoleCertificate].compactMap(\.self) {
                    group.addTask { await certificate.watch() }
                }
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
                        environment.listening.record(
                            server.purpose, host: server.host, port: address, isSecure: server.certificate != nil)
                        readiness.countDown()
                    }
                }
            }
            // An error in one server must also end the other servers.
            while try await group.next() != nil {}
        }
    }

    /// The number of threads. Two threads serve more requests than the services behind them can answer.
    private static let eventLoops = max(1, min(2, System.coreCount))

    private func publicServer() -> EdgeServer {
        let settings = environment.settings
        let miataru = MiataruAPI(
            environment.client, allowedOrigins: settings.miataru.allowedOrigins, pages: settings.pages,
            admitsAll: settings.identity.registration == .open, live: live, address: EdgeAddress(settings.http))
        let parts = APIParts(
            services: EndingServices(services: environment.client, authenticator: authenticator),
            authenticator: authenticator, attempts: attempts, clock: environment.clock)
        let api = AppAPI(
            parts, allowedOrigins: settings.api.allowedOrigins, categories: settings.preferences.categories,
            profileFields: settings.api.profileFields, live: live, address: EdgeAddress(settings.http))
        let appwrite = AppwriteAPI(AppwriteContext(parts, settings: settings.appwrite))
        let ecovelo = EcoveloAPI(parts, settings: settings.ecovelo, programs: settings.programs)
        let oauth = OAuthAPI(OAuthContext(parts, settings: settings))
        let pages = PagesAPI(parts, settings: settings)
        let shareLinks = ShareLinkAPI(parts, pages: settings.pages, live: live, tiles: mapTiles)
        let trackers = TrackersAPI(
            TrackerReporter(
                credentials: TrackerCredentials(services: environment.client, attempts: attempts),
                counts: TrackerCounts(environment.metrics), clock: environment.clock))
        // Miataru gets the remaining paths under `/v1/`.
        let router = Router(
            [
                appwrite, miataru, api, ecovelo, oauth, pages, shareLinks, trackers,
                DocumentAPI.openAPI(like: miataru),
                DocumentAPI.ecoveloShim(like: ecovelo), DocumentAPI.health(like: miataru),
                DocumentAPI.appleApps(settings.apple.appIDs, like: oauth),
            ], fallback: miataru)
        return server(
            .http, host: settings.http.host, port: settings.http.port, variables: "BALISE_HTTP", router, settings.http,
            certificate)
    }

    private func redirectServer() -> EdgeServer? {
        let settings = environment.settings
        guard let port = settings.http.redirectPort, let origin = settings.http.publicURL?.origin else { return nil }
        let redirect = RedirectAPI(origin: origin)
        var http = settings.http
        http.limits.useReservedFiles()
        http.limits.connectionsPerAddress = 16
        // Clients send a single request to this port, and then call the other port.
        http.limits.idleTimeout = min(.seconds(5), http.limits.idleTimeout)
        return server(
            .redirect, host: http.host, port: port, variables: "BALISE_HTTP_REDIRECT",
            Router([redirect], fallback: redirect), http)
    }

    private func servers() -> [EdgeServer] {
        [publicServer(), redirectServer()].compactMap(\.self) + operatorServers()
    }

    private func operatorServers() -> [EdgeServer] {
        let settings = environment.settings
        let operations = operations()
        let console = ConsoleAPI(
            operations: operations, origin: settings.console.publicURL?.origin, serverName: settings.pages.name,
            tiles: mapTiles)
        guard let port = settings.console.port else {
            return [operatorServer(.operations, Router([console, operations], fallback: operations))]
        }
        return [
            operatorServer(.operations, Router([operations], fallback: operations)),
            operatorServer(.console, host: settings.console.host, port: port, Router([console], fallback: console)),
        ]
    }

    private func operations() -> OperationsAPI {
        let settings = environment.settings
        let listening = environment.listening
        let access = OperatorAccess(
            token: operatorToken, key: settings.operations.key, attempts: attempts, listening: listening
        ) {
            (request, scopes) async throws(EdgeError) in
            try await authenticator.authorize(request, anyOf: scopes)
        }
        let purpose: ListeningAddresses.Purpose = settings.console.port == nil ? .operations : .console
        let origin = settings.console.publicURL?.origin
        let console = ConsoleSessions(
            clock: environment.clock,
            address: { origin ?? listening.address(purpose).map { ConsoleAPI.namedAddress($0) } ?? "" })
        return OperationsAPI(
            health, access, console: console, settings: settings.shown,
            map: OperatorMap(settings.console, live: live), history: history, clock: environment.clock)
    }

    private func operatorServer(
        _ purpose: ListeningAddresses.Purpose, host: String? = nil, port: Int? = nil, _ router: Router
    ) -> EdgeServer {
        let settings = environment.settings
        var http = settings.http
        // The operations port identifies its callers by the connection only.
        http.trustedProxies = []
        http.limits.useReservedFiles()
        return server(
            purpose, host: host ?? settings.operations.host, port: port ?? settings.operations.port,
            variables: purpose == .console ? "BALISE_CONSOLE" : "BALISE_OPERATIONS", router, http,
            purpose == .console ? consoleCertificate : nil)
    }

    private func server(
        _ purpose: ListeningAddresses.Purpose, host: String, port: Int, variables: String, _ router: Router,
        _ http: HTTPSettings, _ certificate: ServerCertificate? = nil
    ) -> EdgeServer {
        EdgeServer(
            purpose: purpose, host: host, port: port, variables: variables, router: router, http: http,
            bodies: BodyBudget(http.limits, freed: freed), freed: freed, metrics: environment.metrics,
            clock: environment.clock, logger: environment.logger,
            untrustedProxies: purpose == .http ? untrustedProxies : nil, certificate: certificate,
            tracer: purpose == .http ? environment.bus.tracer : nil)
    }
}

extension HTTPLimits {
    /// Uses the open files that are reserved from clients, so that these connections do not depend on clients.
    fileprivate mutating func useReservedFiles() {
        connections = 64
        connectionsPerAddress = 64
    }
}

extension ServerCertificate {
    /// Reads the certificate; nil without TLS.
    fileprivate convenience init?(_ settings: TLSSettings?, for environment: ServiceEnvironment) throws(StartError) {
        guard let settings else { return nil }
        try self.init(settings, clock: environment.clock, logger: environment.logger)
        environment.readiness.add("certificate", of: settings.name) { self.finding }
        environment.metrics.add { [self.sample] }
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
    /// The origin of the address (RFC 6454, section 6.1); nil for an address without a scheme or host.
    fileprivate var origin: String? {
        guard let scheme = scheme?.lowercased(), let host = host()?.lowercased() else { return nil }
        let isUsual = port == nil || port == (scheme == "https" ? 443 : 80)
        return "\(scheme)://\(host.contains(":") ? "[\(host)]" : host)\(isUsual ? "" : ":\(port ?? 0)")"
    }
}
