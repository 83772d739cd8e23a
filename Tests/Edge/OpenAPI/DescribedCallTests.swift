// What the calls of the apps' APIs answer is what the API's document says, whoever asks and whatever goes wrong.

import HTTPTypes
import Models
import ServiceRuntime
import ServiceSettings
import Testing

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

    @Test(arguments: AppwriteCase.all.filter { $0.template.contains("documents") })
    func describesDocuments(_ call: AppwriteCase) async throws {
        let services = ScriptedServices.appwrite()
        services.on(ReadDocument.self) { _ in
            AccountDocument(json: Personal(#"{"a":null}"#), createdAt: People.earlier, updatedAt: People.now)
        }
        services.on(WriteDocument.self) { message in
            AccountDocument(json: message.json, createdAt: People.earlier, updatedAt: People.now)
        }
        let response = try await withEdge(services) { try await call.ask($0, as: Appwrite.adas) }
        #expect(response.status < 300)
        #expect(try document().problems(call.method, call.template, response) == [])
    }
}

/// A call of the app, the Appwrite or the Ecovelo API, with a body that is right.
struct DescribedCall: Sendable, CustomTestStringConvertible {
    let method: String
    /// As the document has it.
    let template: String
    let path: String
    let services: @Sendable () -> ScriptedServices
    /// What callers show; the first may make the call.
    let callers: [[(String, String)]]
    let ask: @Sendable (RunningEdge, [(String, String)]) async throws -> TestResponse
    /// What services may refuse it for.
    var refusals = DescribedCall.usualRefusals
    var signInMethod = SignInMethod.password
    /// Whether what a service refuses is refused with the usual status.
    var isRefusedAsAService = true

    var testDescription: String { "\(method) \(template)" }

    static let all =
        APICase.all.map(ofAPI) + (AppwriteCase.all + [.anonymous]).map(ofAppwrite) + EcoveloCase.all.map(ofEcovelo)

    private static let usualRefusals: [ErrorCode] = [
        .invalidRequest, .rateLimited, .unavailable, .overloaded, .timedOut, .internalFailure,
    ]

    private static func ofAPI(_ call: APICase) -> DescribedCall {
        let keys = call.isForPublishers ? [People.publishersKey, People.operatorsKey] : []
        let tokens = [People.token, People.strangersToken, People.expiredToken]
        return DescribedCall(
            method: call.method, template: call.template, path: call.path, services: { .people() },
            callers: [call.credential] + tokens.map { [("Authorization", $0)] } + keys.map { [("X-API-Key", $0)] } + [
                []
            ],
            ask: { try await call.ask($0, as: $1) }, refusals: call.asksNobody ? [] : usualRefusals)
    }

    private static func ofAppwrite(_ call: AppwriteCase) -> DescribedCall {
        // Only what writes names or documents is refused for them.
        let writes =
            ["POST /v1/account", "PATCH /v1/account/email"].contains(call.testDescription)
            || call.template.hasSuffix("documents")
        return DescribedCall(
            method: call.method, template: call.template, path: call.path, services: { .appwrite() },
            callers: (call.template == AppwriteCase.anonymous.template ? [[]] : []) + [
                Appwrite.adas, [Appwrite.cookie("stranger", of: People.stranger)], [Appwrite.cookie("expired")], [],
                [("X-Appwrite-JWT", "unknown")], Appwrite.adas + [("X-Appwrite-JWT", "ada")],
                [("X-Appwrite-Project", "other")], [("Origin", "https://evil.example")],
            ], ask: { try await call.ask($0, as: $1) },
            refusals: usualRefusals + [.payloadTooLarge] + (writes ? [.conflict, .duplicate] : []),
            signInMethod: .appwrite)
    }

    private static func ofEcovelo(_ call: EcoveloCase) -> DescribedCall {
        let tokens = ["of-one", "ada", "of-none", "expired", "unknown", "erased"]
        return DescribedCall(
            method: call.method, template: call.path, path: call.path, services: { .riders() },
            callers: tokens.map { [("Authorization", $0)] } + [[]], ask: { try await call.ask($0, as: $1) },
            refusals: call.isForAnybody ? [] : usualRefusals, isRefusedAsAService: false)
    }
}
