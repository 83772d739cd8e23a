// Answers of the OAuth API are what the API's document says.

import HTTPTypes
import Models
import ServiceRuntime
import ServiceSettings
import Testing

@testable import Edge

@Suite(.timeLimit(.minutes(10))) struct TokenDescriptionTests {
    private static let refusals: [ErrorCode] = [
        .invalidRequest, .rateLimited, .unavailable, .overloaded, .timedOut, .internalFailure,
    ]

    private func document() throws -> APIDocument { try APIDocument.served.get() }

    @Test(arguments: OAuthCase.all)
    func describesTheOAuthAPI(_ call: OAuthCase) async throws {
        let tokens = [
            "exchanged", "refresh", "foreign", "unknown", "expired", "of-none", "without-phone", "bk_x", "a b",
        ]
        try await withEdge(.riders()) { edge in
            for token in tokens {
                let response = try await call.ask(
                    edge, [call.parameters[call.path == "/oauth/token" ? 1 : 0].name: token])
                #expect(try document().problems("POST", call.path, response) == [])
            }
            for response in [
                try await call.ask(edge, ["audience": "maps", "program": "breizhgo"]),
                try await call.ask(edge, headers: []),
                try await call.ask(edge, headers: call.headers + [("Content-Encoding", "br")]),
            ] { #expect(try document().problems("POST", call.path, response) == []) }
        }
    }

    @Test(arguments: OAuthCase.all, refusals)
    func describesWhatTheOAuthFamilyRefuses(_ call: OAuthCase, _ code: ErrorCode) async throws {
        let services = ScriptedServices.refusing(ServiceError(code, "text", retryAfter: 2))
        services.recognisePeople()
        let response = try await withEdge(services) { try await call.ask($0) }
        #expect(response.status == (code == .invalidRequest ? 400 : Int(code.status.code)))
        #expect(try document().problems("POST", call.path, response) == [])
    }

    @Test(arguments: ["GET", "HEAD"])
    func describesDocuments(_ method: String) async throws {
        try await withEdge { edge in
            for path in ["/.well-known/oauth-authorization-server", "/ecovelo-sdk.js", "/ecovelo/ecovelo-sdk.js"] {
                for headers in [[], [("If-None-Match", "*")]] {
                    let response = try await edge.request(method, path, headers: headers)
                    #expect(try document().problems(method, path, response) == [])
                }
            }
        }
    }
}
