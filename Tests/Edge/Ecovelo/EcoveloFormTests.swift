// The form of the Ecovelo API's errors, what browsers are told, and the web shim.

import HTTPTypes
import Models
import NIOCore
import ServiceRuntime
import ServiceSettings
import Testing

@testable import Edge

@Suite(.timeLimit(.minutes(10))) struct EcoveloFormTests {
    private static let android = "https://localhost"

    @Test(arguments: ErrorCode.allCases)
    func hasAKeyForEveryError(_ code: ErrorCode) {
        let error = EdgeError(code, "")
        let known: [ErrorCode: EcoveloErrorKey] = [
            .codeExpired: .codeExpired, .codeMismatch: .codeMismatch, .phoneNotVerified: .phoneNumberNotVerified,
            .forbidden: .notAuthorized, .rateLimited: .tooManyRequests,
        ]
        let usual = error.status == .unauthorized ? "not_authorized" : code.rawValue.lowercased()
        #expect(error.ecoveloKey == known[code]?.rawValue ?? usual)
        #expect(!error.textForPeople.isEmpty)
    }

    @Test(
        arguments: [
            (android, "users/me", "GET, HEAD, DELETE, OPTIONS"),
            ("capacitor://localhost", "cyclists", "GET, HEAD, POST, DELETE, OPTIONS"),
            ("https://evil.example", "users/me", nil), (nil, "users/me", nil), ("null", "users/me", nil),
        ] as [(String?, String, String?)])
    func answersPreflights(_ origin: String?, _ path: String, _ methods: String?) async throws {
        let asked = [
            ("Access-Control-Request-Method", "GET"),
            ("Access-Control-Request-Headers", "authorization,live-mode,program"),
        ]
        let response = try await withEdge(.riders()) { edge in
            try await edge.request(
                "OPTIONS", "/ecovelo/" + path, headers: asked + (origin.map { [("Origin", $0)] } ?? []))
        }
        #expect(response.status == 204 && response.header("Access-Control-Allow-Methods") == methods)
        #expect(response.header("Access-Control-Allow-Origin") == (methods == nil ? nil : origin))
        #expect(
            response.header("Access-Control-Allow-Headers")
                == (methods == nil ? nil : "Authorization, Content-Type, Live-Mode, Program, X-Installation-Id"))
        #expect(response.header("Access-Control-Allow-Credentials") == nil)
    }

    /// Also a refusal has to be readable for the page, or it would not learn that its token is over.
    @Test(
        arguments: [android, "capacitor://localhost", "https://evil.example", nil] as [String?],
        ["ada", "expired", nil])
    func marksEveryAnswer(_ origin: String?, _ token: String?) async throws {
        let headers = (origin.map { [("Origin", $0)] } ?? []) + (token.map { [("Authorization", $0)] } ?? [])
        let response = try await ScriptedServices.riders().ask("GET", "/ecovelo/users/me", headers: headers)
        let isAllowed = origin == Self.android || origin == "capacitor://localhost"
        #expect(response.header("Access-Control-Allow-Origin") == (isAllowed ? origin : nil))
        #expect(response.header("Vary") == "Origin" && response.header("Access-Control-Allow-Credentials") == nil)
    }

    @Test func allowsTheConfiguredPagesOnly() async throws {
        try await withEdge(.riders(), configure: { $0.ecovelo.allowedOrigins = ["https://web.example"] }) { edge in
            for (origin, isAllowed) in [("https://web.example", true), (Self.android, false)] {
                let response = try await edge.request("GET", "/ecovelo/programs", headers: [("Origin", origin)])
                #expect((response.header("Access-Control-Allow-Origin") == origin) == isAllowed)
            }
        }
    }

    @Test(arguments: ["/ecovelo/ecovelo-sdk.js", "/ecovelo-sdk.js"])
    func servesTheShim(_ path: String) async throws {
        try await withEdge { edge in
            let response = try await edge.request("GET", path, headers: [("Origin", "https://host.example")])
            #expect(response.status == 200 && response.header("Content-Type") == "text/javascript; charset=utf-8")
            #expect(response.header("X-Content-Type-Options") == "nosniff")
            #expect(response.header("Cache-Control") == "public, max-age=3600")
            #expect(response.header("Access-Control-Allow-Origin") == "*")
            #expect(response.body == String(buffer: EmbeddedDocument.ecoveloSDK.content))
            let tag = try #require(response.header("ETag"))
            #expect(try await edge.request("GET", path, headers: [("If-None-Match", tag)]).status == 304)
            let refused = try await edge.request("POST", path)
            #expect(refused.status == 405 && refused.header("Allow") == "GET, HEAD, OPTIONS")
            #expect(try EcoveloErrorBody(refused.body).title == "method_not_allowed")
        }
    }

    /// What it does a browser tests; what it must not even mention is seen here.
    @Test(arguments: [
        "localStorage", "sessionStorage", "document.cookie", "indexedDB", "eval(", "innerHTML", "XMLHttpRequest(",
    ])
    func theShimKeepsToMemory(_ word: String) {
        #expect(!String(buffer: EmbeddedDocument.ecoveloSDK.content).contains(word))
    }
}
