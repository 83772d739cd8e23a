// What browsers are told about calls from web pages.

import Models
import ServiceRuntime
import ServiceSettings
import Testing

@testable import Edge

@Suite(.timeLimit(.minutes(10))) struct CrossOriginTests {
    private static let page = "https://miataru.com"

    @Test(
        arguments: [
            ("/v1/GetLocation", page, 204, true), ("/", page, 204, true), ("/nope", page, 204, true),
            ("/v1/GetLocation", "https://evil.example", 204, false), ("/v1/GetLocation", nil, 204, false),
            ("/nope", "https://evil.example", 404, false), ("/", "https://evil.example", 404, false),
            ("/nope", nil, 404, false),
        ] as [(String, String?, Int, Bool)])
    func answersPreflights(_ path: String, _ origin: String?, _ status: Int, _ isAllowed: Bool) async throws {
        let headers = origin.map { [("Origin", $0), ("Access-Control-Request-Method", "POST")] } ?? []
        let response = try await ScriptedServices().ask("OPTIONS", path, headers: headers)
        #expect(response.status == status)
        #expect(response.header("Access-Control-Allow-Origin") == (isAllowed ? origin : nil))
        #expect(response.header("Access-Control-Allow-Methods") == (isAllowed ? "GET,POST,PUT,DELETE,OPTIONS" : nil))
        #expect(
            response.header("Access-Control-Allow-Headers")
                == (isAllowed ? "Content-Type,Authorization,X-Requested-With,Last-Event-ID" : nil))
        if status == 204 { #expect(response.header("Content-Length") == nil) }
    }

    /// Every answer, good or bad, says the same, or a page could not see why it failed.
    @Test(
        arguments: [
            ("POST", "/v1/GetLocation", getBody, 200), ("POST", "/v1/GetLocation", "{", 400),
            ("POST", "/nope", "{}", 404),
            ("PUT", "/v1/GetLocation", nil, 405), ("POST", "/v1/GetLocation", String(repeating: " ", count: 2000), 413),
            ("GET", "/", nil, 200), ("GET", "/openapi.yaml", nil, 200),
            ("POST", "/v1/DeleteLocation", #"{"MiataruDeleteLocation":{"Device":"d"}}"#, 503),
        ] as [(String, String, String?, Int)], [page, "https://evil.example", nil] as [String?])
    func marksEveryAnswer(
        _ request: (method: String, path: String, body: String?, status: Int), _ origin: String?
    ) async throws {
        let services = ScriptedServices()
        services.on(GetLocation.self) { _ in GetLocation.Reply(found: []) }
        let headers = [("Content-Type", "application/json")] + (origin.map { [("Origin", $0)] } ?? [])
        let response = try await withEdge(services, configure: { $0.http.limits.maximumBodyBytes = 1024 }) { edge in
            try await edge.request(request.method, request.path, headers: headers, body: request.body)
        }
        let isAllowed = origin == Self.page
        #expect(response.status == request.status)
        #expect(response.header("Access-Control-Allow-Origin") == (isAllowed ? Self.page : nil))
        #expect(response.header("Access-Control-Allow-Credentials") == (isAllowed ? "true" : nil))
        // Also where nobody is allowed: what a cache kept of it must not be given to a page that is.
        #expect(response.header("Vary") == "Origin")
    }

    @Test func takesTheOriginsFromTheConfiguration() async throws {
        let response = try await withEdge(configure: { $0.miataru.allowedOrigins = ["https://map.example"] }) { edge in
            try await edge.request("GET", "/", headers: [("Origin", "https://map.example")])
        }
        #expect(response.header("Access-Control-Allow-Origin") == "https://map.example")
    }
}
