@testable import Edge

@Suite(.timeLimit(.minutes(10))) struct CrossOriginTests {
    private static let page = "https://app.example"
    private static let nobody = ["https://evil.example", "https://miataru.com", "null", nil] as [String?]

    /// Every API allows one page.
    private func withPage<T: Sendable>(_ body: (RunningEdge) async throws -> T) async throws -> T {
        let services = ScriptedServices.riders().answering(GetLocation.self) { _ in GetLocation.Reply(found: []) }
        return try await withEdge(
            services,
            configure: { settings in
                settings.http.limits.maximumBodyBytes = 1024
                settings.miataru.allowedOrigins = [Self.page]
                settings.api.allowedOrigins = [Self.page]
                settings.appwrite.allowedOrigins = [Self.page]
                settings.ecovelo.allowedOrigins = [Self.page]
            }, body)
    }

    private static let toMiataru = "Content-Type,Authorization,X-Requested-With,Last-Event-ID"
    private static let toAppwrite =
        "Content-Type, X-Appwrite-Project, X-Appwrite-Session, X-Appwrite-JWT, X-Appwrite-Response-Format, "
        + "X-Fallback-Cookies, X-SDK-Name, X-SDK-Platform, X-SDK-Language, X-SDK-Version"
    private static let toEcovelo = "Authorization, Content-Type, Live-Mode, Program, X-Installation-Id"

    @Test(
        arguments: [
            ("/v1/GetLocation", "GET,POST,PUT,DELETE,OPTIONS", toMiataru),
            ("/", "GET,POST,PUT,DELETE,OPTIONS", toMiataru), ("/nope", "GET,POST,PUT,DELETE,OPTIONS", toMiataru),
            ("/api/v1/auth/sessions", "GET, HEAD, DELETE, OPTIONS", "*, Authorization"),
            ("/api/v1/users/me", "GET, HEAD, PATCH, DELETE, OPTIONS", "*, Authorization"),
            ("/api/v1/auth/sessions/1", "DELETE, OPTIONS", "*, Authorization"), ("/api/v1/nope", nil, nil),
            ("/v1/account", "POST, GET, HEAD, OPTIONS", toAppwrite),
            ("/v1/account/sessions/current", "GET, HEAD, PATCH, DELETE, OPTIONS", toAppwrite),
            ("/v1/account/nope", nil, nil),
            ("/ecovelo/users/me", "GET, HEAD, DELETE, OPTIONS", toEcovelo),
            ("/ecovelo/cyclists", "GET, HEAD, POST, DELETE, OPTIONS", toEcovelo),
        ] as [(String, String?, String?)])
    func answersPreflights(_ path: String, _ methods: String?, _ fields: String?) async throws {
        // The Miataru contract hides paths that are only read from pages that may not call.
        let isHidden = methods == nil || ["/", "/nope"].contains(path)
        for origin in [Self.page] + Self.nobody {
            let isAllowed = origin == Self.page && methods != nil
            let headers = origin.map { [("Origin", $0), ("Access-Control-Request-Method", "POST")] } ?? []
            let response = try await withPage { try await $0.request("OPTIONS", path, headers: headers) }
            #expect(response.status == (isAllowed || !isHidden ? 204 : 404))
            #expect(response.header("Access-Control-Allow-Methods") == (isAllowed ? methods : nil))
            #expect(response.header("Access-Control-Allow-Headers") == (isAllowed ? fields : nil))
            let credentials = origin == Self.page && Self.takesCookies(path) ? "true" : nil
            #expect(response.header("Access-Control-Allow-Credentials") == credentials)
            if response.status == 204 {
                #expect(response.header("Access-Control-Allow-Origin") == (isAllowed ? origin : nil))
                #expect(response.header("Content-Length") == nil)
            }
        }
    }

    /// Every answer, even an error, has these fields; otherwise a page could not see why it failed.
    @Test(
        arguments: [
            ("POST", "/v1/GetLocation", nil, getBody, 200), ("POST", "/v1/GetLocation", nil, "{", 400),
            ("POST", "/nope", nil, "{}", 404), ("PUT", "/v1/GetLocation", nil, nil, 405),
            ("POST", "/v1/GetLocation", nil, String(repeating: " ", count: 2000), 413), ("GET", "/", nil, nil, 200),
            ("GET", "/openapi.yaml", nil, nil, 200),
            ("POST", "/v1/DeleteLocation", nil, #"{"MiataruDeleteLocation":{"Device":"d"}}"#, 503),
            ("GET", "/api/v1/users/me", "ada", nil, 200), ("GET", "/api/v1/users/me", nil, nil, 401),
            ("GET", "/ecovelo/users/me", "ada", nil, 200), ("GET", "/ecovelo/users/me", "expired", nil, 401),
            ("GET", "/v1/account", nil, nil, 401),
        ] as [(String, String, String?, String?, Int)], [page] + nobody)
    func marksEveryAnswer(
        _ request: (method: String, path: String, token: String?, body: String?, status: Int), _ origin: String?
    ) async throws {
        let (method, path, token, body, status) = request
        let headers =
            [("Content-Type", "application/json")] + (token.map { [("Authorization", $0)] } ?? [])
            + (origin.map { [("Origin", $0)] } ?? [])
        let response = try await withPage { try await $0.request(method, path, headers: headers, body: body) }
        let isAllowed = origin == Self.page
        #expect(response.status == status)
        #expect(response.header("Access-Control-Allow-Origin") == (isAllowed ? Self.page : nil))
        let credentials = origin == Self.page && Self.takesCookies(path) ? "true" : nil
        #expect(response.header("Access-Control-Allow-Credentials") == credentials)
        // Even if no page is allowed: a cached answer must not go to an allowed page.
        #expect(response.header("Vary") == "Origin")
    }

    /// The apps' APIs do not authenticate by cookie.
    private static func takesCookies(_ path: String) -> Bool {
        !path.hasPrefix("/api/") && !path.hasPrefix("/ecovelo/")
    }

    /// If all get the same answer, caches need not separate them.
    @Test func variesOnlyWhereSomePageMayCall() async throws {
        let response = try await ScriptedServices.people().ask(
            "GET", "/api/v1/users/me", headers: [("Origin", Self.page), ("Authorization", People.token)])
        #expect(response.status == 200 && response.header("Vary") == nil)
    }

    @Test func allowsFewUnlessConfigured() {
        let settings = Settings()
        #expect(settings.api.allowedOrigins.isEmpty && settings.appwrite.allowedOrigins.isEmpty)
        #expect(settings.ecovelo.allowedOrigins == ["https://localhost", "capacitor://localhost"])
    }

    /// They are for programs; a page has no use for them.
    @Test func tellsNoPageOfTokens() async throws {
        let origin = [("Origin", Self.page)]
        try await withPage { edge in
            var answers = [try await edge.request("GET", "/.well-known/jwks.json", headers: origin)]
            for call in OAuthCase.all { answers.append(try await call.ask(edge, headers: call.headers + origin)) }
            for answer in answers {
                #expect(answer.status == 200 && answer.header("Access-Control-Allow-Origin") == nil)
            }
        }
    }
}
