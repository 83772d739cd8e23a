@testable import Edge

@Suite(.timeLimit(.minutes(10))) struct APIRouterTests {
    @Test("/healthz shows that the edge answers, and nothing else", arguments: ["GET", "HEAD"])
    func isHealthy(_ method: String) async throws {
        let response = try await ScriptedServices().ask(method, "/healthz", headers: [("If-None-Match", "*")])
        #expect(response.status == 200 && response.body == (method == "GET" ? "ok\n" : ""))
        #expect(response.header("Cache-Control") == "no-store" && response.header("ETag") == nil)
        #expect(response.header("Content-Length") == "3")
    }

    @Test(
        arguments: [
            (.refused(ServiceError(.forbidden, "no")), 403, "Forbidden: no"),
            (.refused(ServiceError(.authenticationRequired, "no")), 401, "Unauthorized: no"),
            (.refused(ServiceError(.invalidRequest, "no")), 400, "Bad Request: no"),
            (.refused(ServiceError(.rateLimited, "wait", retryAfter: 7)), 429, "Too Many Requests: wait"),
            (.unavailable(.location), 503, "Service Unavailable: try again in a moment"),
            (.overloaded, 503, "Service Unavailable: try again in a moment"),
            (.closed, 503, "Service Unavailable: try again in a moment"),
            (
                // A read, so a change need not be mentioned.
                .timedOut, 504, "Gateway Timeout: the answer took too long; try again"
            ),
            (.notPermitted, 500, "Internal Server Error"), (.unknownMessage, 500, "Internal Server Error"),
            (.malformed("secret"), 500, "Internal Server Error"), (.failed("secret"), 500, "Internal Server Error"),
            (.tooLarge(bytes: 1), 500, "Internal Server Error"),
        ] as [(BusError, Int, String)])
    func reportsErrorsOfServices(_ error: BusError, _ status: Int, _ text: String) async throws {
        let services = ScriptedServices().answering(GetLocation.self) { _ throws(BusError) in throw error }
        let response = try await services.post("/v1/GetLocation", getBody)
        #expect(response.status == status && response.body == #"{"error":"\#(text)"}"#)
        #expect(response.header("Retry-After") == (status == 429 ? "7" : status == 503 ? "1" : nil))
    }
}
