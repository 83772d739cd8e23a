import NIOPosix
import NIOSSL

@testable import Edge

struct RunningEdge: Sendable {
    let port: Int
    let bodies: BodyBudget
    /// Nil for plain HTTP.
    var tls: NIOSSLContext?
    var authorization: String?
    var usualFields: [(String, String)] = []

    /// The same for a caller without a credential.
    var unknown: RunningEdge {
        var edge = self
        edge.authorization = nil
        return edge
    }

    func request(
        _ method: String, _ path: String, headers: [(String, String)] = [], body: String? = nil
    ) async throws -> TestResponse {
        let usual = usualFields.filter { field in !headers.contains { $0.0 == field.0 } }
        let headers = headers + usual + (authorization.map { [("Authorization", $0)] } ?? [])
        return try await withConnection(to: port, tls: tls) { connection in
            try await connection.send(method, path, headers: headers, body: body.map { Array($0.utf8) })
            return try await connection.readResponse(toHead: method == "HEAD")
        }
    }

    func post(_ path: String, _ json: String, headers: [(String, String)] = []) async throws -> TestResponse {
        try await request("POST", path, headers: [("Content-Type", "application/json")] + headers, body: json)
    }

    /// Reads places with a body of any bytes.
    func getLocation(_ body: [UInt8], headers: [(String, String)] = []) async throws -> TestResponse {
        try await withConnection(to: port) { connection in
            let headers = [("Content-Type", "application/json")] + headers
            try await connection.send("POST", "/v1/GetLocation", headers: headers, body: body)
            return try await connection.readResponse()
        }
    }
}

extension TestResponse {
    @discardableResult
    func expect(_ status: Int, sourceLocation: SourceLocation = #_sourceLocation) -> TestResponse {
        #expect(self.status == status, "\(body)", sourceLocation: sourceLocation)
        return self
    }

    func expect(body: String, sourceLocation: SourceLocation = #_sourceLocation) {
        #expect(self.body == body, sourceLocation: sourceLocation)
    }
}

extension ScriptedServices {
    func ask(
        _ method: String, _ path: String, headers: [(String, String)] = [], body: String? = nil
    ) async throws -> TestResponse {
        try await withEdge(self) { try await $0.request(method, path, headers: headers, body: body) }
    }

    func post(_ path: String, _ json: String, headers: [(String, String)] = []) async throws -> TestResponse {
        try await withEdge(self) { try await $0.post(path, json, headers: headers) }
    }

    func ask<R: Request>(
        _ method: String, _ path: String, headers: [(String, String)] = [], body: String? = nil, for kind: R.Type
    ) async throws -> (TestResponse, R) {
        try first(kind, after: try await ask(method, path, headers: headers, body: body))
    }

    func post<R: Request>(
        _ path: String, _ json: String, headers: [(String, String)] = [], for kind: R.Type
    ) async throws -> (TestResponse, R) { try first(kind, after: try await post(path, json, headers: headers)) }

    func first<R: Request>(_ kind: R.Type, after response: TestResponse) throws -> (TestResponse, R) {
        #expect(response.status < 400, "\(response.body)")
        return (response, try #require(received(kind).first))
    }

    func askAsOperator(
        _ method: String, _ path: String, headers: [(String, String)] = [], body: String? = nil
    ) async throws -> TestResponse {
        try await withOperations(self) { try await $0.request(method, path, headers: headers, body: body) }
    }

    func postAsOperator(_ path: String, _ json: String) async throws -> TestResponse {
        try await withOperations(self) { try await $0.post(path, json) }
    }
}

func withEdge<T: Sendable>(
    _ services: ScriptedServices = ScriptedServices(),
    on eventLoops: any EventLoopGroup = MultiThreadedEventLoopGroup.singleton, certificate: ServerCertificate? = nil,
    configure: (inout Settings) -> Void = { _ in }, _ body: (RunningEdge) async throws -> T
) async throws -> T {
    var settings = Settings()
    settings.http.limits.becomePatient()
    configure(&settings)
    return try await withServer(.publicOne(services, settings), settings.http, on: eventLoops, certificate) { edge in
        var edge = edge
        edge.usualFields = services.usualFields
        return try await body(edge)
    }
}

func withOperations<T: Sendable>(
    _ services: ScriptedServices, peers: [ServiceName: [Endpoint]] = [.location: []],
    readiness: Readiness = Readiness(), metrics: MetricsRegistry = MetricsRegistry(),
    access: OperatorAccess = .sample(), absences: PeerAbsences = PeerAbsences(),
    _ body: (RunningEdge) async throws -> T
) async throws -> T {
    // Tests of other subjects get an audit log.
    services.onceUnscripted(AppendAuditEntry.self) { _ in Done() }
    let router = Router.operations(
        services, peers: peers, readiness: readiness, metrics: metrics, access: access, absences: absences)
    var http = Settings().http
    http.limits.becomePatient()
    return try await withServer(router, http) { edge in
        var edge = edge
        edge.authorization = "Bearer \(OperatorAccess.sampleToken)"
        edge.usualFields = [("Content-Type", "application/json")]
        return try await body(edge)
    }
}

extension HTTPLimits {
    /// Tests of timeouts set their own.
    fileprivate mutating func becomePatient() {
        requestTimeout = .seconds(600)
        firstByteTimeout = .seconds(600)
        idleTimeout = .seconds(600)
    }
}

extension Router {
    static func publicOne(_ services: ScriptedServices, _ settings: Settings = Settings()) -> Router {
        let miataru = MiataruAPI(
            services, allowedOrigins: settings.miataru.allowedOrigins, pages: settings.pages,
            admitsAll: settings.identity.registration == .open, live: .ended(over: services))
        let api = AppAPI.overScripted(services, allowedOrigins: settings.api.allowedOrigins)
        let appwrite = AppwriteAPI.overScripted(services, settings.appwrite)
        let ecovelo = EcoveloAPI.overScripted(services, settings.ecovelo)
        let oauth = OAuthAPI.overScripted(services, settings)
        return Router(
            [
                appwrite, miataru, api, ecovelo, oauth, PagesAPI.overScripted(services, settings),
                ShareLinkAPI(.overScripted(services), pages: settings.pages, live: .ended(over: services)),
                TrackersAPI.overScripted(services), DocumentAPI.openAPI(like: miataru),
                DocumentAPI.ecoveloShim(like: ecovelo),
                DocumentAPI.health(like: miataru), DocumentAPI.appleApps(settings.apple.appIDs, like: oauth),
            ], fallback: miataru)
    }

    static func operations(
        _ services: ScriptedServices, peers: [ServiceName: [Endpoint]] = [.location: []],
        readiness: Readiness = Readiness(), metrics: MetricsRegistry = MetricsRegistry(),
        access: OperatorAccess = .sample(), absences: PeerAbsences = PeerAbsences()
    ) -> Router {
        let health = ServiceHealth(
            services: services, peers: peers, readiness: readiness, metrics: metrics, absences: absences)
        let operations = OperationsAPI(health, access, clock: SetClock())
        return Router([operations], fallback: operations)
    }
}

extension OperatorAccess {
    static let sampleToken = "abcdefghijklmnopqrstuvwxyzabcdefghijklmnopq"

    /// Accepts the token or `key`; the API key `bk_operate` has the scope `operate`, and so on.
    static func sample(key: Secret? = nil) -> OperatorAccess {
        let attempts = AttemptLimiter(failuresPerMinute: 3, registrationsPerMinute: 3, refusalTime: .zero)
        return OperatorAccess(token: Secret(sampleToken), key: key, attempts: attempts) {
            (request, scopes) async throws(EdgeError) in
            let scope = APIKeyScope(rawValue: String(request.headers.apiKey?.dropFirst("bk_".count) ?? ""))
            guard let scope, scopes.contains(scope) else {
                throw EdgeError(.forbidden, "this needs an API key with the scope \(scopes.first?.rawValue ?? "")")
            }
            return Principal(
                apiKey: APIKeyID("k1")!, scopes: [scope], expiresAt: nil, keyName: "the \(scope.rawValue) key")
        }
    }
}

extension EdgeServer {
    static func sample(
        _ router: Router, _ http: HTTPSettings, host: String = "127.0.0.1", _ certificate: ServerCertificate? = nil
    ) -> EdgeServer {
        let freed = FreedMemory()
        return EdgeServer(
            purpose: .http, host: host, port: 0, variables: "BALISE_HTTP", router: router, http: http,
            bodies: BodyBudget(http.limits, freed: freed), freed: freed, metrics: MetricsRegistry(),
            clock: SystemClock(), logger: Logger(label: "edge") { _ in SwiftLogNoOpLogHandler() },
            certificate: certificate)
    }
}

func withServer<T: Sendable>(
    _ router: Router, _ http: HTTPSettings, on eventLoops: any EventLoopGroup = MultiThreadedEventLoopGroup.singleton,
    _ certificate: ServerCertificate? = nil, _ body: (RunningEdge) async throws -> T
) async throws -> T {
    let server = EdgeServer.sample(router, http, certificate)
    let (ports, listening) = AsyncStream<Int>.makeStream()
    let task = Task {
        defer { listening.finish() }
        try await server.run(on: eventLoops) { listening.yield($0) }
    }
    var iterator = ports.makeAsyncIterator()
    let port = try #require(await iterator.next(), "the edge does not listen")
    let result: Result<T, any Error>
    do {
        result = .success(try await body(RunningEdge(port: port, bodies: server.bodies)))
    } catch { result = .failure(error) }
    task.cancel()
    _ = await task.result
    return try result.get()
}
