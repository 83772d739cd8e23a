@testable import Edge

@Suite struct RouterTests {
    private let routers = [Router.publicOne(ScriptedServices()), Router.operations(ScriptedServices())]

    @Test func registersEveryCallOnce() {
        for router in routers {
            let calls = router.paths.flatMap { path in path.methods.map { "\($0.rawValue) \(path.path)" } }
            #expect(calls.count > 15)
            #expect(doubles(in: router) == [])
        }
    }

    /// With any parameter names, and with any case if the path is lenient; also across two APIs.
    @Test(
        arguments: [
            (["/a"], ["/a"], ["GET /a"]), (["/a/{x}"], ["/a/{y}"], ["GET /a/{}"]), (["/a", "/a"], [], ["GET /a"]),
            (["/A"], ["/a"], []), (["/a"], ["/b"], []),
        ] as [([String], [String], [String])])
    func tellsOfACallThatIsThereTwice(_ one: [String], _ other: [String], _ expected: [String]) {
        let router = Router([MadeUpAPI(one), MadeUpAPI(other)], fallback: MadeUpAPI([]))
        #expect(doubles(in: router) == expected)
    }

    private func doubles(in router: Router) -> [String] {
        var counts: [String: Int] = [:]
        for path in router.paths {
            let form = path.path.replacing(/\{[^}]*\}/, with: "{}")
            for method in path.methods {
                counts["\(method.rawValue) \(path.isLenient ? form.lowercased() : form)", default: 0] += 1
            }
        }
        return counts.filter { $0.value > 1 }.keys.sorted()
    }

    private struct MadeUpAPI: API {
        let name = "made up"
        let routes: [Route<Answer>]

        init(_ paths: [String]) { routes = paths.map { .get($0, Answer(.noContent)) } }

        func covers(_ path: String) -> Bool { false }
        func wantsBody(_ headers: RequestHeaders) -> Bool { false }
        func answer(_ request: EdgeRequest, by route: Route<Answer>) async throws(EdgeError) -> Answer { route.handler }
        func render(_ error: EdgeError, method: HTTPRequest.Method, path: String) -> Answer { Answer(error.status) }
    }

    @Test func findsEveryPath() {
        for router in routers {
            for path in router.paths {
                let match = router.match(path.path.replacing(/\{[a-z]+\}/, with: "1"))
                #expect(match.path === path, "\(path.path)")
                #expect(match.parameters == Array(repeating: "1", count: path.path.count { $0 == "{" }))
            }
        }
    }

    /// `sessions` is no session id, and `me` no user id.
    @Test(arguments: [
        ("auth/sessions", "auth/sessions"), ("auth/sessions/1", "auth/sessions/{id}"),
        ("users/me/location-devices/d", "users/me/location-devices/{device}"),
        ("users/me/location-devices/d/key", "users/me/location-devices/{device}/key"),
        ("users/me/location-devices", "users/me/location-devices"), ("users/me", "users/me"), ("users/7", "users/{id}"),
        ("auth/sessions/1/2", "unknown"),
    ])
    func prefersPathsWithoutParameters(_ path: String, _ name: String) {
        #expect(routers[0].match("/api/v1/" + path).name == name)
    }

    @Test(
        "An unknown path is answered in the form of the API with its prefix",
        arguments: [
            ("/v1/account/nope", "appwrite"), ("/v1/nope", "miataru"), ("/nope", "miataru"), ("/api/v1/nope", "api"),
            ("/ecovelo", "ecovelo"), ("/oauth/nope", "oauth"), ("/.well-known/nope", "oauth"), ("", "miataru"),
        ])
    func settlesTheForm(_ path: String, _ api: String) {
        let match = routers[0].match(path)
        #expect(match.api.name == api && match.path == nil && match.name == "unknown" && match.allow == "")
    }
}

@Suite(.timeLimit(.minutes(10))) struct APIRouterTests {
    @Test("/healthz shows that the edge answers, and nothing else", arguments: ["GET", "HEAD"])
    func isHealthy(_ method: String) async throws {
        let response = try await ScriptedServices().ask(method, "/healthz", headers: [("If-None-Match", "*")])
        #expect(response.status == 200 && response.body == (method == "GET" ? "ok\n" : ""))
        #expect(response.header("Cache-Control") == "no-store" && response.header("ETag") == nil)
        #expect(response.header("Content-Length") == "3")
    }

    @Test(
        arguments: [
            (.refused(ServiceError(.forbidden, "no")), 403, "Forbidden: no"),
            (.refused(ServiceError(.authenticationRequired, "no")), 401, "Unauthorized: no"),
            (.refused(ServiceError(.invalidRequest, "no")), 400, "Bad Request: no"),
            (.refused(ServiceError(.rateLimited, "wait", retryAfter: 7)), 429, "Too Many Requests: wait"),
            (.unavailable(.location), 503, "Service Unavailable: try again in a moment"),
            (.overloaded, 503, "Service Unavailable: try again in a moment"),
            (.closed, 503, "Service Unavailable: try again in a moment"),
            (
                // A read, so a change need not be mentioned.
                .timedOut, 504, "Gateway Timeout: the answer took too long; try again"
            ),
            (.notPermitted, 500, "Internal Server Error"), (.unknownMessage, 500, "Internal Server Error"),
            (.malformed("secret"), 500, "Internal Server Error"), (.failed("secret"), 500, "Internal Server Error"),
            (.tooLarge(bytes: 1), 500, "Internal Server Error"),
        ] as [(BusError, Int, String)])
    func reportsErrorsOfServices(_ error: BusError, _ status: Int, _ text: String) async throws {
        let services = ScriptedServices().answering(GetLocation.self) { _ throws(BusError) in throw error }
        let response = try await services.post("/v1/GetLocation", getBody)
        #expect(response.status == status && response.body == #"{"error":"\#(text)"}"#)
        #expect(response.header("Retry-After") == (status == 429 ? "7" : status == 503 ? "1" : nil))
    }
}

@Suite struct PathTemplateTests {
    @Test(
        arguments: [
            ("/a/{x}", "/a/1", ["1"]), ("/a/{x}", "/a/1%2F2", ["1%2F2"]), ("/a/{x}", "/a/", nil), ("/a/{x}", "/a", nil),
            ("/a/{x}", "/a/1/", nil), ("/a/{x}", "/a/1/2", nil), ("/a/{x}", "/b/1", nil), ("/a/{x}", "", nil),
            ("/a/{x}/key", "/a/1/key", ["1"]), ("/a/{x}/key", "/a/1", nil), ("/a/{x}/key", "/a//key", nil),
            ("/a/{x}/key", "/a/1/keys", nil), ("/a/{x}/key", "/a/1/key/", nil), ("/a/{x}/key", "/a/key", nil),
            ("/{x}/b/{y}", "/1/b/2", ["1", "2"]), ("/{x}/b/{y}", "/1/c/2", nil), ("/{x}/{y}", "/1/2", ["1", "2"]),
            ("/{x}/{y}", "/1/", nil),
        ] as [(String, String, [String]?)])
    func findsTheParameters(_ template: String, _ path: String, _ parameters: [String]?) throws {
        #expect(try #require(PathTemplate(template)).parameters(of: path) == parameters)
    }

    @Test(
        arguments: [
            ("/a/{x}", "/A/Bc", ["Bc"]), ("/a/{x}", "/a/Bc/", ["Bc"]), ("/a/{x}", "/a/1//", nil),
            ("/a/{x}", "/a//", nil),
            ("/a/{x}", "/a/", nil), ("/a/{x}/key", "/A/1/KEY/", ["1"]), ("/a/{x}/key", "/a/1/kez", nil),
            ("/a[/{x}", "/a{/1", nil),
        ] as [(String, String, [String]?)])
    func takesOtherSpellings(_ template: String, _ path: String, _ parameters: [String]?) throws {
        #expect(try #require(PathTemplate(template, isLenient: true)).parameters(of: path) == parameters)
    }

    @Test func isOnlyWhatHasParameters() { #expect(PathTemplate("/a/b") == nil) }
}
