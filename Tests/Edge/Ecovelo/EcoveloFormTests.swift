import NIOCore

@testable import Edge

@Suite(.timeLimit(.minutes(10))) struct EcoveloFormTests {
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

    /// A browser tests its behaviour; this tests that it does not even mention these.
    @Test(arguments: [
        "localStorage", "sessionStorage", "document.cookie", "indexedDB", "eval(", "innerHTML", "XMLHttpRequest(",
    ])
    func theShimKeepsToMemory(_ word: String) {
        #expect(!String(buffer: EmbeddedDocument.ecoveloSDK.content).contains(word))
    }
}
