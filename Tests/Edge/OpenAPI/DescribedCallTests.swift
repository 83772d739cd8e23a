@testable import Edge

@Suite(.timeLimit(.minutes(10))) struct DescribedCallTests {
    private func document() throws -> APIDocument { try APIDocument.served.get() }

    @Test(arguments: DescribedCall.all)
    func describesTheAnswers(_ call: DescribedCall) async throws {
        try await withEdge(call.services()) { edge in
            for headers in call.callers {
                let response = try await call.ask(edge, headers)
                #expect(try document().problems(call.method, call.template, response) == [])
            }
        }
    }

    @Test(arguments: DescribedCall.all)
    func describesWhatServicesRefuse(_ call: DescribedCall) async throws {
        for code in call.refusals {
            let services = ScriptedServices.refusing(ServiceError(code, "text", retryAfter: 2))
            services.recognisePeople(by: call.signInMethod)
            let response = try await withEdge(services) { try await call.ask($0, call.callers[0]) }
            #expect(!call.isRefusedAsAService || response.status == Int(code.status.code), "\(code)")
            #expect(try document().problems(call.method, call.template, response) == [], "\(code)")
        }
    }

    @Test(arguments: DescribedCall.all)
    func describesWhatTheEdgeRefuses(_ call: DescribedCall) async throws {
        let headers = call.callers[0] + [("Content-Type", "application/json")]
        try await withEdge(call.services(), configure: { $0.http.limits.maximumBodyBytes = 4096 }) { edge in
            for (more, body, status) in [
                ([], String(repeating: " ", count: 5000), 413), ([("Content-Encoding", "br")], "{}", 415),
                ([("Content-Encoding", "gzip")], "{}", 400),
            ] {
                let response = try await edge.request(call.method, call.path, headers: headers + more, body: body)
                #expect(response.status == status)
                #expect(try document().problems(call.method, call.template, response) == [])
            }
        }
    }

    @Test(arguments: SampleCall.ofAppwrite.filter { $0.template.contains("documents") })
    func describesDocuments(_ call: SampleCall) async throws {
        let services = ScriptedServices.appwrite().answering(ReadDocument.self) { _ in
            AccountDocument(json: Personal(#"{"a":null}"#), createdAt: People.earlier, updatedAt: People.now)
        }
        services.on(WriteDocument.self) { message in
            AccountDocument(json: message.json, createdAt: People.earlier, updatedAt: People.now)
        }
        let response = try await withEdge(services) { try await call.ask($0, as: Appwrite.adas) }
        #expect(response.status < 300)
        #expect(try document().problems(call.method, call.template, response) == [])
    }

    @Test(arguments: OAuthCase.all)
    func describesWhatIsSaidOfTokens(_ call: OAuthCase) async throws {
        let tokens = [
            "exchanged", "refresh", "foreign", "unknown", "expired", "of-none", "without-phone", "bk_x", "a b",
        ]
        let parameter = call.parameters[call.path == "/oauth/token" ? 1 : 0].name
        try await withEdge(.riders()) { edge in
            for changes in tokens.map({ [parameter: $0] }) + [["audience": "maps", "program": "breizhgo"]] {
                let response = try await call.ask(edge, changes)
                #expect(try document().problems("POST", call.path, response) == [])
            }
        }
    }
}

/// A call of the app, the Appwrite, the Ecovelo, the OAuth or the Miataru API, with a valid body.
struct DescribedCall: Sendable, CustomTestStringConvertible {
    let method: String
    let template: String
    let path: String
    let services: @Sendable () -> ScriptedServices
    let callers: [[(String, String)]]
    let ask: @Sendable (RunningEdge, [(String, String)]) async throws -> TestResponse
    var refusals = DescribedCall.usualRefusals
    var signInMethod = SignInMethod.password
    /// Whether a service's refusal keeps its usual status.
    var isRefusedAsAService = true

    var testDescription: String { "\(method) \(template)" }

    static let all: [DescribedCall] =
        SampleCall.ofApps.map(ofApp) + (SampleCall.ofAppwrite + [.anonymous]).map(ofAppwrite)
        + SampleCall.ofEcovelo.map(ofEcovelo) + OAuthCase.all.map(ofOAuth) + MiataruEndpoint.allCases.flatMap(ofMiataru)

    private static let usualRefusals: [ErrorCode] = [
        .invalidRequest, .rateLimited, .unavailable, .overloaded, .timedOut, .internalFailure,
    ]

    private static func ofApp(_ call: SampleCall) -> DescribedCall {
        let keys = call.isForPublishers ? [People.publishersKey, People.operatorsKey] : []
        let tokens = [People.token, People.strangersToken, People.expiredToken]
        return DescribedCall(
            method: call.method, template: call.template, path: call.path, services: { .people() },
            callers: [call.credential] + tokens.map { [("Authorization", $0)] } + keys.map { [("X-API-Key", $0)] } + [
                []
            ],
            ask: { try await call.ask($0, as: $1) }, refusals: call.asksNobody ? [] : usualRefusals)
    }

    private static func ofAppwrite(_ call: SampleCall) -> DescribedCall {
        let writes =
            ["POST /v1/account", "PATCH /v1/account/email"].contains(call.testDescription)
            || (call.method == "POST" && call.template.hasSuffix("documents"))
        return DescribedCall(
            method: call.method, template: call.template, path: call.path, services: { .appwrite() },
            callers: (call.template == SampleCall.anonymous.template ? [[]] : []) + [
                Appwrite.adas, [Appwrite.cookie("stranger", of: People.stranger)], [Appwrite.cookie("expired")], [],
                [("X-Appwrite-JWT", "unknown")], Appwrite.adas + [("X-Appwrite-JWT", "ada")],
                [("X-Appwrite-Project", "other")], [("Origin", "https://evil.example")],
            ], ask: { try await call.ask($0, as: $1) },
            refusals: usualRefusals + [.payloadTooLarge] + (writes ? [.conflict, .duplicate] : []),
            signInMethod: .appwrite)
    }

    private static func ofEcovelo(_ call: SampleCall) -> DescribedCall {
        let tokens = ["of-one", "ada", "of-none", "expired", "unknown", "erased"]
        return DescribedCall(
            method: call.method, template: call.template, path: call.path, services: { .riders() },
            callers: tokens.map { [("Authorization", $0)] } + [[]], ask: { try await call.ask($0, as: $1) },
            refusals: call.isForAnybody ? [] : usualRefusals, isRefusedAsAService: false)
    }

    private static func ofOAuth(_ call: OAuthCase) -> DescribedCall {
        DescribedCall(
            method: "POST", template: call.path, path: call.path, services: { .riders() }, callers: [call.headers, []],
            ask: { try await call.ask($0, headers: $1) })
    }

    /// With the document's example body, below /v1 and without it.
    private static func ofMiataru(_ endpoint: MiataruEndpoint) -> [DescribedCall] {
        ["/v1/", "/"].map { root in
            let path = root + endpoint.rawValue
            return DescribedCall(
                method: "POST", template: path, path: path, services: { .full() }, callers: [[]],
                ask: { edge, headers in
                    let document = try APIDocument.served.get()
                    let operation = try #require(document.operation("POST /\(endpoint.rawValue)"))
                    let body = operation.requests.first { $0.mediaType == "application/json" }?.examples.first
                    let json = try JSONSerialization.data(withJSONObject: try #require(body))
                    return try await edge.post(path, String(decoding: json, as: UTF8.self), headers: headers)
                },
                refusals: usualRefusals + [endpoint == .getLocationGeoJSON ? .authenticationRequired : .forbidden])
        }
    }
}
