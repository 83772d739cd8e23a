@testable import Edge

@Suite(.timeLimit(.minutes(10))) struct DocumentTests {
    private func document() throws -> APIDocument { try APIDocument.served.get() }

    /// HEAD follows from GET, and the document may omit it.
    @Test(arguments: [false, true])
    func listsEveryRouteAndNoOther(_ isOperationsPort: Bool) throws {
        let services = ScriptedServices()
        let router: Router = isOperationsPort ? .operations(services) : .publicOne(services)
        let routes = router.paths.flatMap { path in path.methods.map { "\($0.rawValue) \(path.path)" } }
        let described = try document().operations(ofOperationsPort: isOperationsPort)
        let heads = described.filter { $0.hasPrefix("HEAD ") }
        #expect(described.subtracting(heads) == Set(routes))
        #expect(heads.isSubset(of: routes.map { $0.replacing(/^GET/, with: "HEAD") }))
    }

    /// OpenAPI 3.1, section 4.8.10: generators refuse a document with a repeated name.
    @Test func namesEveryOperationOnce() throws {
        let names = try document().operationIDs
        #expect(names.count > 100)
        let twice = Dictionary(grouping: names) { $0 }.filter { $1.count > 1 }.keys.sorted()
        #expect(twice == [])
    }

    /// Patterns of times age: one that ended with last year refused today.
    @Test(
        "The document's patterns fit the times of any day",
        arguments: ["T12:00", "T12:00:00Z", "T12:00:00.000Z", "T12:00:00.000+00:00", "T12:00:00+01:00"])
    func fitsEveryDay(_ time: String) throws {
        let today = RFC3339.text(of: Date()).prefix(10)
        for pattern in try document().patterns where fits("2025-01-15" + time, pattern) {
            for day in [String(today), "2028-02-29", "2026-11-30", "1999-12-31", "2099-08-31"] {
                #expect(fits(day + time, pattern), "\(day + time), \(pattern)")
            }
            if time.hasSuffix("+01:00") { #expect(fits("2026-01-31T23:59:59+14:00", pattern), "\(pattern)") }
        }
    }

    /// The limit counts bytes (RFC 5321, section 4.5.3.1.1), but a pattern counts characters.
    @Test(
        "The document's pattern takes no e-mail address with too long a local part",
        arguments: ["a", "\u{e9}", "\u{65e5}", "\u{1f600}"])
    func boundsLocalParts(_ character: String) throws {
        let addresses = (1...65).map { String(repeating: character, count: $0) + "@example.org" }
        let pattern = try #require(
            try document().patterns.first { fits("a@example.org", $0) && !fits("a@b@example.org", $0) })
        let taken = addresses.filter { fits($0, pattern) }
        #expect(taken.count == 64 / character.utf8.count)
        for address in taken { #expect(throws: Never.self) { try EmailAddress(address) } }
    }

    private func fits(_ text: String, _ pattern: String) -> Bool {
        text.range(of: pattern, options: .regularExpression) != nil
    }

    /// An app that does not know every state of a sign-in would lock its user out.
    @Test func namesWhatASignInMayWaitFor() throws {
        let signIns = try document().operationsByID.values.filter {
            !$0.requestMembers.isDisjoint(with: ["cancelErasure", "cancel_erasure"])
        }
        #expect(signIns.count == 10)
        for signIn in signIns {
            let text = signIn.content["description"] as? String ?? ""
            #expect(text.contains("`ERASURE_PENDING`"), "\(signIn.id)")
            // Apple requires its own second factor for every sign-in.
            #expect(text.contains("`SECOND_STEP_REQUIRED`") == (signIn.id != "signInWithApple"), "\(signIn.id)")
        }
    }

    private func expectDescribed(
        _ method: String, _ pages: [(String, String)], as headers: [(String, String)] = [],
        by services: ScriptedServices = .full()
    ) async throws {
        try await withEdge(services) { edge in
            for (path, template) in pages {
                for known in [[], [("If-None-Match", "*")]] {
                    let response = try await edge.request(method, path, headers: headers + known)
                    let problems = try document().problems(method, template, response)
                    #expect(problems == [], "\(path)")
                }
            }
        }
    }

    @Test(arguments: ["GET", "HEAD"])
    func describesPagesAndMaps(_ method: String) async throws {
        let keys = "/.well-known/jwks.json"
        try await expectDescribed(method, [(keys, keys)], by: .people())
        try await expectDescribed(method, [(keys, keys)], by: ScriptedServices())
        let documents = [
            "/", "/robots.txt", "/favicon.ico", "/openapi.yaml", "/openapi-operators.yaml", "/healthz",
            "/ecovelo-sdk.js", "/ecovelo/ecovelo-sdk.js", "/.well-known/oauth-authorization-server",
            "/.well-known/apple-app-site-association",
        ]
        let map = "/v1/GetLocationGeoJSON/{device}"
        let maps = [
            ("/v1/GetLocationGeoJSON/d", map), ("/v1/GetLocationGeoJSON/a%3Ab", map),
            ("/GetLocationGeoJSON/d", "/GetLocationGeoJSON/{device}"),
        ]
        try await expectDescribed(method, documents.map { ($0, $0) } + maps)
    }

    @Test(arguments: ["GET", "HEAD"])
    func describesThePagesOfAccounts(_ method: String) async throws {
        let files = ["account.js", "page.css", "fr.json", "nothing"].map {
            ("/account/files/\($0)", "/account/files/{name}")
        }
        let providers = ["google", "GOOGLE!"].map { ("/account/provider/\($0)", "/account/provider/{provider}") }
        let pages = [
            "/", "/account", "/account/join", "/account/forgot", "/account/reset?token=pr_1", "/account/reset",
            "/account/code?kind=email-verification&token=12345678", "/account/code", "/account/security",
            "/account/provider", "/account/provider?code=c", "/account/provider?error=access_denied",
        ].map { ($0, String($0.prefix { $0 != "?" })) }
        try await expectDescribed(method, pages + files + providers, as: [("Accept", "text/html")])
    }

    @Test(arguments: [nil, .invalidToken, .wrongCredentials, .rateLimited, .unavailable] as [ErrorCode?])
    func describesTheFormsAndTheSessionOfAccountPages(_ refusal: ErrorCode?) async throws {
        let services = refusal.map { ScriptedServices.refusing(ServiceError($0, "text", retryAfter: 2)) } ?? .people()
        services.recognisePeople()
        try await withEdge(services) { edge in
            for (path, form) in [("/account/forgot", "email=a%40b.c"), ("/account/reset", "token=a&password=b")] {
                // These forms have no signed-in user; only the token of a link may be invalid.
                guard refusal != .wrongCredentials, refusal != .invalidToken || path == "/account/reset" else {
                    continue
                }
                let response = try await edge.postForm(path, form)
                let problems = try document().problems("POST", path, response)
                #expect(problems == [])
            }
            for (way, shown) in [
                (
                    "passkey",
                    #"{"id":"AQ","response":{"clientDataJSON":"AQ","authenticatorData":"AQ","signature":"AQ"}}"#
                ),
                ("email-code", #"{"email":"ada@example.org","code":"12345678"}"#),
                ("registration", #"{"username":"ada","password":"correct horse staple"}"#),
            ] {
                for body in [shown, "{"] {
                    let path = "/account/session/\(way)"
                    let response = try await edge.callFromPage("POST", path, body)
                    #expect(try document().problems("POST", path, response) == [], "\(body)")
                }
            }
            let path = "/account/session"
            for (method, body) in [
                ("POST", #"{"username":"ada","password":"correct horse"}"#), ("POST", "{"), ("GET", nil),
                ("DELETE", nil),
            ] {
                for cookie in ["balise=ada", "balise=expired", nil] {
                    let response = try await edge.callFromPage(method, path, body, cookie: cookie)
                    #expect(try document().problems(method, path, response) == [], "\(method) \(body ?? "")")
                }
                let response = try await edge.request(method, path)
                #expect(try document().problems(method, path, response) == [])
            }
        }
    }

    @Test(arguments: ["GET", "HEAD"])
    func describesOperations(_ method: String) async throws {
        for isReady in [true, false] {
            let services = ScriptedServices().answering(CheckReadiness.self) { _ in
                CheckReadiness.Reply(isReady: isReady, reason: "3 accounts are back that had been erased")
            }
            let readiness = Readiness()
            readiness.markReady()
            try await withOperations(services, readiness: readiness) { edge in
                for path in ["/livez", "/readyz", "/metrics"] {
                    let response = try await edge.request(method, path)
                    #expect(response.status == (path == "/readyz" && !isReady ? 503 : 200))
                    if path == "/readyz", method == "GET" { #expect(response.body.contains("3 accounts are back")) }
                    #expect(try document().problems(method, path, response) == [])
                }
            }
        }
    }
}

@Suite(.timeLimit(.minutes(10))) struct ExampleTests {
    private func document() throws -> APIDocument { try APIDocument.served.get() }

    @Test func givesEveryBodyAnExampleThatFits() throws {
        var count = 0
        for operation in try document().operationsByID.values {
            for body in operation.requests + operation.successes + operation.sharedErrors {
                let isText = !["image/x-icon", "image/png", "application/zip"].contains(body.mediaType)
                #expect(!body.examples.isEmpty || !isText, "\(body.place)")
                for example in body.examples {
                    count += 1
                    #expect(operation.schemas.mismatches(example, body.schema, at: body.place) == [])
                }
            }
        }
        #expect(count > 200)
    }

    /// An optional member has no fixed value.
    @Test func fixesNoOptionalMember() throws {
        for operation in try document().operationsByID.values {
            for body in operation.requests + operation.successes {
                let full = operation.schemas.fullInstance(body.schema, like: body.examples.first)
                for place in operation.schemas.places(body.schema, in: full) where !place.isRequired {
                    let schema = operation.schemas.flattened(place.schema)
                    #expect(schema["const"] == nil, "\(body.place) \(place.description)")
                    #expect((schema["enum"] as? [Any])?.count != 1, "\(body.place) \(place.description)")
                }
            }
        }
    }

    /// One media type per request, unless the wire takes several.
    @Test func namesOneMediaTypeARequest() throws {
        for (id, operation) in try document().operationsByID where operation.requests.count > 1 {
            let isMiataru = operation.requests.contains { $0.mediaType == "application/x-www-form-urlencoded" }
            #expect(isMiataru || id == "updateProfile", "\(id)")
        }
    }
}
