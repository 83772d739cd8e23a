@testable import Edge

@Suite(.timeLimit(.minutes(10))) struct MethodTests {
    private static let page = "https://app.example"

    /// A served path, and its methods according to HTTP.
    private struct Sample {
        let path: String
        let methods: [HTTPRequest.Method]
        let isLenient: Bool

        init(_ path: RoutedPath) {
            self.path = path.path.replacing(/\{[a-z]+\}/, with: "1")
            methods = path.methods
            // Pages for users and the paths of tracker apps name their methods, in every notation of their path.
            let roots = [PagesAPI.root, TrackerRoutes.root, TrackerRoutes.recorderPath]
            isLenient =
                path.isLenient && !roots.contains { path.path.hasPrefix($0) }
                || path.path == MiataruEndpoint.socketPath
        }

        var allow: String {
            let taken = methods.map(\.rawValue).flatMap { $0 == "GET" ? ["GET", "HEAD"] : [$0] }
            return (taken + ["OPTIONS"]).joined(separator: ", ")
        }

        var others: [String] {
            ["PUT", "PATCH", "DELETE", "POST"].filter { other in !methods.map(\.rawValue).contains(other) }
        }

        var isOfAppwrite: Bool { path.hasPrefix("/v1/account") || path.hasPrefix("/v1/databases") }
    }

    private func withEveryPath(_ body: (RunningEdge, Sample) async throws -> Void) async throws {
        let services = ScriptedServices.full()
        services.recognisePeople()
        try await withEdge(services, configure: { $0.api.allowedOrigins = [Self.page] }) { edge in
            for path in Router.publicOne(services).paths { try await body(edge, Sample(path)) }
        }
        try await withOperations(services) { edge in
            for path in Router.operations(services).paths { try await body(edge, Sample(path)) }
        }
    }

    /// RFC 9110, sections 9.1 and 9.3.2.
    @Test func answersHEADWhereThereIsGET() async throws {
        try await withEveryPath { edge, sample in
            guard sample.methods.contains(.get) else {
                #expect(try await edge.request("HEAD", sample.path).status == (sample.isOfAppwrite ? 404 : 405))
                return
            }
            let get = try await edge.request("GET", sample.path)
            let head = try await edge.request("HEAD", sample.path)
            #expect(head.status == get.status, "\(sample.path)")
            #expect(head.body.isEmpty)
            for name in ["Content-Type", "Cache-Control", "ETag", "WWW-Authenticate"] {
                #expect(head.header(name) == get.header(name), "\(sample.path)")
            }
        }
    }

    @Test(
        "HEAD answers a signed-in user like GET",
        arguments: ["/v1/account", "/v1/account/prefs", "/v1/account/sessions", "/v1/account/sessions/current"])
    func appwriteTakesHEAD(_ path: String) async throws {
        try await withEdge(.appwrite()) { edge in
            let get = try await edge.request("GET", path, headers: Appwrite.adas)
            let head = try await edge.request("HEAD", path, headers: Appwrite.adas)
            #expect(get.status == 200 && head.status == 200)
            #expect(head.body.isEmpty && head.header("Content-Length") == get.header("Content-Length"))
        }
    }

    /// RFC 9110, section 9.3.7.
    @Test func answersOPTIONS() async throws {
        try await withEveryPath { edge, sample in
            let response = try await edge.request("OPTIONS", sample.path)
            #expect(response.status == (sample.isLenient ? 404 : 204), "\(sample.path)")
            #expect(response.header("Allow") == (sample.isLenient ? nil : sample.allow), "\(sample.path)")
            #expect(response.body.isEmpty != sample.isLenient)
        }
    }

    /// RFC 9110, section 15.5.6. Appwrite has no 405, and the reference's pages exist for GET only.
    @Test func namesTheMethodsWhereItTakesNoOther() async throws {
        try await withEveryPath { edge, sample in
            let isHidden = sample.isLenient || sample.isOfAppwrite
            for method in sample.others {
                let response = try await edge.request(method, sample.path)
                #expect(response.status == (isHidden ? 404 : 405), "\(method) \(sample.path)")
                #expect(response.header("Allow") == (isHidden ? nil : sample.allow), "\(method) \(sample.path)")
            }
            let trace = try await edge.request("TRACE", sample.path, headers: [("X-Secret", "told-back")])
            #expect(trace.status == 405 && trace.header("Allow") == sample.allow, "\(sample.path)")
            #expect(!trace.body.contains("told-back"))
        }
    }

    @Test("A preflight lists the methods of the document", arguments: ["/openapi.yaml", "/ecovelo-sdk.js"])
    func preflightsOfDocuments(_ path: String) async throws {
        let isForAny = path == "/ecovelo-sdk.js"
        try await withEdge(configure: { $0.miataru.allowedOrigins = [Self.page] }) { edge in
            for origin in [Self.page, "https://evil.example"] {
                let response = try await edge.request(
                    "OPTIONS", path, headers: [("Origin", origin), ("Access-Control-Request-Method", "GET")])
                let isAllowed = isForAny || origin == Self.page
                #expect(response.status == 204)
                #expect(response.header("Access-Control-Allow-Origin") == (isForAny ? "*" : isAllowed ? origin : nil))
                #expect(response.header("Access-Control-Allow-Methods") == (isAllowed ? "GET, HEAD, OPTIONS" : nil))
            }
        }
    }

    @Test("The operations port lists no methods for a caller without a credential")
    func operationsTellNobodyElse() async throws {
        try await withOperations(ScriptedServices()) { edge in
            let unknown = edge.unknown
            for method in ["OPTIONS", "HEAD", "PUT"] {
                let response = try await unknown.request(method, "/api-keys")
                #expect(response.status == 401 && response.header("Allow") == nil)
            }
            #expect(try await unknown.request("OPTIONS", "/livez").header("Allow") == "GET, HEAD, OPTIONS")
        }
    }
}
