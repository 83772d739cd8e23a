// What browsers are told about calls of the API from web pages.

import Models
import ServiceRuntime
import ServiceSettings
import Testing

@testable import Edge

@Suite(.timeLimit(.minutes(10))) struct APICrossOriginTests {
    private static let page = "https://app.example"

    private func withPage<T: Sendable>(_ body: (RunningEdge) async throws -> T) async throws -> T {
        try await withEdge(.people(), configure: { $0.api.allowedOrigins = [Self.page] }, body)
    }

    @Test(
        arguments: [
            ("auth/sessions", page, "GET, HEAD, DELETE, OPTIONS"),
            ("users/me", page, "GET, HEAD, PATCH, DELETE, OPTIONS"),
            ("auth/sessions/1", page, "DELETE, OPTIONS"), ("auth/login", "https://evil.example", nil),
            ("auth/login", nil, nil), ("nope", page, nil),
        ] as [(String, String?, String?)])
    func answersPreflights(_ path: String, _ origin: String?, _ methods: String?) async throws {
        let headers = origin.map { [("Origin", $0), ("Access-Control-Request-Method", "POST")] } ?? []
        let response = try await withPage { edge in
            try await edge.request("OPTIONS", "/api/v1/" + path, headers: headers)
        }
        #expect(response.status == (path == "nope" ? 404 : 204))
        #expect(response.header("Access-Control-Allow-Methods") == methods)
        #expect(response.header("Access-Control-Allow-Headers") == (methods == nil ? nil : "*, Authorization"))
    }

    /// The browser sends no cookies here, whoever asks: nothing here is known by them.
    @Test(arguments: [page, "https://evil.example", "https://miataru.com", nil] as [String?], [true, false])
    func marksEveryAnswer(_ origin: String?, _ isGood: Bool) async throws {
        let headers = (origin.map { [("Origin", $0)] } ?? []) + (isGood ? [("Authorization", People.token)] : [])
        let response = try await withPage { try await $0.request("GET", "/api/v1/users/me", headers: headers) }
        #expect(response.status == (isGood ? 200 : 401))
        #expect(response.header("Access-Control-Allow-Origin") == (origin == Self.page ? Self.page : nil))
        #expect(response.header("Access-Control-Allow-Credentials") == nil)
    }

    @Test func allowsNoPageUnlessConfigured() { #expect(Settings().api.allowedOrigins.isEmpty) }

    /// Where all are answered alike, caches need not tell them apart.
    @Test func variesOnlyWhereSomePageMayCall() async throws {
        let headers = [("Origin", Self.page), ("Authorization", People.token)]
        let closed = try await ScriptedServices.people().ask("GET", "/api/v1/users/me", headers: headers)
        let open = try await withPage { try await $0.request("GET", "/api/v1/users/me") }
        #expect(closed.header("Vary") == nil && open.header("Vary") == "Origin")
    }
}
