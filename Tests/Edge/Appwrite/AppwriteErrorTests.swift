@testable import Edge

@Suite(.timeLimit(.minutes(10))) struct AppwriteErrorTests {
    private static let credentials = #"{"email":"a@b.c","password":"secret-7"}"#

    @Test(
        "Errors of Appwrite's paths have Appwrite's form, and no other errors do",
        arguments: [
            ("GET", "/v1/account/nope", true), ("PUT", "/v1/account", true), ("HEAD", "/v1/account/name", true),
            ("GET", "/v1/account/", true), ("GET", "/v1/databases/x", true), ("POST", "/v1/account/recovery", true),
            ("GET", "/v1/accounts", false), ("GET", "/v1/databasesx", false),
        ])
    func unknownRoutes(_ method: String, _ path: String, _ isIts: Bool) async throws {
        let response = try await ScriptedServices().ask(method, path, headers: Appwrite.adas)
        #expect(response.status == 404 && response.header("Allow") == nil)
        if method != "HEAD" { #expect(response.errorType == (isIts ? "general_route_not_found" : nil)) }
    }

    @Test(
        "The edge tells an SDK without /v1 in its endpoint to add it",
        arguments: [
            ("POST", "/account/sessions/email", true), ("GET", "/account", true), ("GET", "/databases/x", true),
            ("GET", "/teams", true), ("GET", "/accounts", false), ("GET", "/v1/teams", false),
        ])
    func endpointWithoutRoot(_ method: String, _ path: String, _ lacksRoot: Bool) async throws {
        try await withEdge { edge in
            let response = try await edge.request(method, path, headers: [("X-Appwrite-Project", "familysync")])
            #expect(response.status == 404 && response.body.contains("has to end with /v1") == lacksRoot)
            if lacksRoot { #expect(response.errorType == "general_route_not_found") }
            #expect(try await !edge.request(method, path).body.contains("has to end with /v1"))
        }
    }

    @Test(
        arguments: [
            (.refused(ServiceError(.rateLimited, "wait", retryAfter: 7)), 429, "general_rate_limit_exceeded"),
            (.refused(ServiceError(.wrongCredentials, "secret")), 401, "user_invalid_credentials"),
            (.refused(ServiceError(.forbidden, "secret")), 403, "general_access_forbidden"),
            (.refused(ServiceError(.secondStepNeeded, "secret")), 401, "user_more_factors_required"),
            (.unavailable(.authSession), 503, "general_server_error"), (.overloaded, 503, "general_server_error"),
            (.timedOut, 504, "general_server_error"), (.failed("secret"), 500, "general_server_error"),
        ] as [(BusError, Int, String)])
    func reportsErrorsOfServices(_ error: BusError, _ status: Int, _ type: String) async throws {
        let services = ScriptedServices.appwrite().answering(SignIn.self) { _ throws(BusError) in throw error }
        let response = try await services.post("/v1/account/sessions/email", Self.credentials)
        #expect(response.status == status && response.errorType == type && !response.body.contains("secret"))
        // A careless retry may do it twice.
        #expect(response.body.contains("may have been made") == (status == 504))
        #expect(response.header("Retry-After") == (status == 429 ? "7" : status == 503 ? "1" : nil))
        #expect(response.header("X-RateLimit-Remaining") == (status == 429 ? "0" : nil))
        #expect(response.header("X-RateLimit-Reset") == (status == 429 ? "1769860807" : nil))
    }

    @Test func reportsErrorsOfTheEdge() async throws {
        try await withEdge(.appwrite(), configure: { $0.http.limits.maximumBodyBytes = 1024 }) { edge in
            for (headers, body, status) in [
                ([], String(repeating: " ", count: 1025), 413), ([("Content-Encoding", "br")], "{}", 415),
                ([], "{", 400), ([("Content-Type", "text/plain")], Self.credentials, 415),
                ([("Content-Type", "application/x-www-form-urlencoded")], "email=a", 415),
            ] {
                let response = try await edge.request(
                    "POST", "/v1/account/sessions/email",
                    headers: headers + [("Content-Type", "application/json")], body: body)
                #expect(response.status == status && response.errorType != nil)
            }
        }
        let tooMany = try await withEdge(configure: { $0.http.limits.inFlightPerAddress = 0 }) { edge in
            try await edge.request("GET", "/v1/account")
        }
        #expect(tooMany.status == 429 && tooMany.errorType == "general_rate_limit_exceeded")
    }

    @Test(
        "The edge refuses a request for another project",
        arguments: [("familysync", 200), (nil, 200), ("other", 404), ("", 404)] as [(String?, Int)])
    func project(_ project: String?, _ status: Int) async throws {
        let headers = Appwrite.adas + (project.map { [("X-Appwrite-Project", $0)] } ?? [])
        let services = ScriptedServices.appwrite()
        let response = try await services.ask("GET", "/v1/account", headers: headers).expect(status)
        guard status == 404 else { return }
        #expect(response.errorType == "project_not_found")
        #expect(response.text("message")?.contains("BALISE_APPWRITE_PROJECT") == true)
        #expect(services.contexts.isEmpty)
    }

    @Test("The edge ignores unknown headers of the SDKs")
    func toleratesHeaders() async throws {
        let headers =
            Appwrite.adas + [
                ("X-Appwrite-Response-Format", "2.5.0"), ("X-SDK-Version", "27.0.0"), ("Content-Type", ""),
                ("Origin", "appwrite-ios://fr.example.family"),
            ]
        try await ScriptedServices.appwrite().ask("GET", "/v1/account", headers: headers).expect(200)
    }
}

@Suite(.timeLimit(.minutes(10))) struct AppwriteCrossOriginTests {
    private static let page = "https://app.example"

    private func withPage<T: Sendable>(_ body: (RunningEdge) async throws -> T) async throws -> T {
        try await withEdge(.appwrite(), configure: { $0.appwrite.allowedOrigins = [Self.page] }, body)
    }

    /// A browser sends the cookies from any page.
    @Test(
        arguments: [
            (page, true), ("appwrite-ios://fr.example.family", true), ("appwrite-macos://x", true), (nil, true),
            ("https://evil.example", false), ("null", false), ("https://miataru.com", false), ("", false),
            ("http://app.example", false), ("https://appwrite-ios.example", false),
        ] as [(String?, Bool)], ["POST", "PATCH", "DELETE", "GET"])
    func refusesChangesOfOtherPages(_ caller: (origin: String?, isAllowed: Bool), _ method: String) async throws {
        let (origin, isAllowed) = caller
        let path =
            method == "POST" ? "/v1/account/jwts" : method == "PATCH" ? "/v1/account/prefs" : "/v1/account/sessions"
        let body = method == "GET" ? nil : #"{"prefs":{}}"#
        let headers = Appwrite.adas + (origin.map { [("Origin", $0)] } ?? [])
        let response = try await withPage { try await $0.request(method, path, headers: headers, body: body) }
        if isAllowed || method == "GET" {
            #expect(response.status < 300)
        } else {
            #expect(response.status == 403 && response.errorType == "general_unknown_origin")
        }
        // Only an allowed page may read the answer.
        #expect(response.header("Access-Control-Allow-Origin") == (origin == Self.page ? Self.page : nil))
        #expect(response.header("Access-Control-Allow-Credentials") == (origin == Self.page ? "true" : nil))
        #expect(
            response.header("Access-Control-Expose-Headers")?.contains("X-Fallback-Cookies")
                == (origin == Self.page ? true : nil))
    }
}
