// The edge as a program hosts it: one server for clients, one for the operator.

import Logging
public import Models
import NIOCore
import NIOPosix
public import ServiceRuntime
import ServiceSettings

/// Speaks HTTP for all services: parses, asks over the bus, and renders. It has no database and no rules.
public struct EdgeService: HostedService {
    public static let name = ServiceName.edge
    public static let keepsData = false

    private let environment: ServiceEnvironment
    private let attempts: AttemptLimiter
    private let authenticator: Authenticator
    private let operatorToken: Secret
    private let freed = FreedMemory()
    private let live: LiveHub

    /// Takes the environment, and makes the operator's token at the first start; the sockets are opened by `run`.
    public init(_ environment: ServiceEnvironment) throws {
        self.environment = environment
        operatorToken = try OperatorToken.loadOrMake(in: environment.settings.dataDirectory)
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
    }

    /// Serves until the graceful shutdown; then takes no new connections and finishes what is in progress.
    ///
    /// Throws a `StartError` when it cannot listen.
    public func run() async throws {
        let eventLoops = MultiThreadedEventLoopGroup(numberOfThreads: EdgeService.eventLoops)
        let readiness = ReadinessCountdown(count: 2, environment.readiness)
        do {
            try await withThrowingTaskGroup { group in
                // Goes on for as long as the servers do; they do not wait for it, so auth-session may come later.
                group.addTask { await authenticator.run() }
                group.addTask { await live.run() }
                try await serve(on: eventLoops, readiness)
                group.cancelAll()
            }
        } catch {
            try? await eventLoops.shutdownGracefully()
            throw error
        }
        try await eventLoops.shutdownGracefully()
    }

    private func serve(on eventLoops: any EventLoopGroup, _ readiness: ReadinessCountdown) async throws {
        try await withThrowingTaskGroup { group in
            for server in [publicServer(), operationsServer()] {
                group.addTask {
                    try await server.run(on: eventLoops) { address in
                        environment.listening.record(server.purpose, host: server.host, port: address)
                        readiness.countDown()
                    }
                }
            }
            // When one ends with an error, the other has to end as well.
            while try await group.next() != nil {}
        }
    }

    /// How many threads read and write sockets: two serve more than the services behind them can answer.
    private static let eventLoops = max(1, min(2, System.coreCount))

    private func publicServer() -> EdgeServer {
        let settings = environment.settings
        let miataru = MiataruAPI(
            environment.client, allowedOrigins: settings.miataru.allowedOrigins, pages: settings.pages, live: live)
        let services = EndingServices(services: environment.client, authenticator: authenticator)
        let api = AppAPI(
            services, authenticator: authenticator, attempts: attempts, clock: environment.clock,
            allowedOrigins: settings.api.allowedOrigins, categories: settings.preferences.categories,
            profileFields: settings.api.profileFields, live: live)
        let appwrite = AppwriteAPI(
            AppwriteContext(
                services, authenticator: authenticator, attempts: attempts, settings: settings.appwrite,
                clock: environment.clock))
        let ecovelo = EcoveloAPI(
            services, authenticator: authenticator, attempts: attempts, clock: environment.clock,
            settings: settings.ecovelo, programs: settings.programs)
        let oauth = OAuthAPI(
            OAuthContext(
                services, authenticator: authenticator, attempts: attempts, settings: settings,
                clock: environment.clock))
        let pages = PagesAPI(
            services, authenticator: authenticator, attempts: attempts, clock: environment.clock,
            settings: settings.pages)
        // Miataru takes what is left of `/v1/`.
        let router = Router(
            [
                appwrite, miataru, api, ecovelo, oauth, pages, DocumentAPI.openAPI(like: miataru),
                DocumentAPI.ecoveloShim(like: ecovelo), DocumentAPI.health(like: miataru),
            ], fallback: miataru)
        return EdgeServer(
            purpose: .http, host: settings.http.host, port: settings.http.port,
            hostSetting: "BALISE_HTTP_HOST", portSetting: "BALISE_HTTP_PORT", router: router, http: settings.http,
            bodies: BodyBudget(settings.http.limits, freed: freed), freed: freed, metrics: environment.metrics,
            clock: environment.clock, logger: environment.logger)
    }

    private func operationsServer() -> EdgeServer {
        let settings = environment.settings
        let health = ServiceHealth(
            services: EndingServices(services: environment.client, authenticator: authenticator),
            peers: environment.endpoints.filter { $0.key != .edge },
            readiness: environment.readiness, metrics: environment.metrics, absences: environment.absences)
        let access = OperatorAccess(token: operatorToken, key: settings.operations.key, attempts: attempts) {
            (request, scopes) async throws(EdgeError) in
            try await authenticator.authorize(request, anyOf: scopes)
        }
        let operations = OperationsAPI(health, access, clock: environment.clock)
        // Whoever asks for the operator's figures is known by the connection alone.
        var http = settings.http
        http.trustedProxies = []
        // From the part of the open files that clients cannot use up.
        http.limits.connections = 64
        http.limits.connectionsPerAddress = 64
        return EdgeServer(
            purpose: .operations, host: settings.operations.host, port: settings.operations.port,
            hostSetting: "BALISE_OPERATIONS_HOST", portSetting: "BALISE_OPERATIONS_PORT",
            router: Router([operations], fallback: operations), http: http,
            bodies: BodyBudget(http.limits, freed: freed), freed: freed, metrics: environment.metrics,
            clock: environment.clock, logger: environment.logger)
    }
}

extension Settings {
    /// The programs (tenants) of all identity providers, each once.
    fileprivate var programs: [String] {
        issuers.flatMap(\.programs).reduce(into: []) { all, program in
            if !all.contains(program) { all.append(program) }
        }
    }
}
