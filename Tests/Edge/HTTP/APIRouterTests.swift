// In which form each API answers what no route answers.

import HTTPTypes
import MessageBus
import Models
import ServiceRuntime
import ServiceSettings
import Testing

@testable import Edge

@Suite(.timeLimit(.minutes(10))) struct APIRouterTests {
    /// What each API is asked in order to get each status; nil where the API never gives it.
    enum Situation: String, CaseIterable {
        case notFound, methodNotAllowed, tooLarge, tooMany, unavailable

        var status: Int {
            switch self {
            case .notFound: 404
            case .methodNotAllowed: 405
            case .tooLarge: 413
            case .tooMany: 429
            case .unavailable: 503
            }
        }
    }

    @Test(arguments: Situation.allCases, ["/v1/GetLocation", "/GetLocation"])
    func miataruHasOneMemberNamedError(_ situation: Situation, _ path: String) async throws {
        let response = try await withEdge(
            configure: {
                $0.http.limits.maximumBodyBytes = 1024
                if situation == .tooMany { $0.http.limits.inFlightPerAddress = 0 }
            },
            { edge in
                switch situation {
                case .notFound: try await edge.post(path + "x", getBody)
                case .methodNotAllowed: try await edge.request("PUT", path)
                case .tooLarge: try await edge.post(path, String(repeating: " ", count: 1025))
                case .tooMany, .unavailable: try await edge.post(path, getBody)
                }
            })
        let text =
            switch situation {
            case .notFound: "Not found: \(path)x"
            case .methodNotAllowed: "Method not supported on endpoint \(path): PUT"
            case .tooLarge: "Content Too Large: the body may have at most 1024 bytes"
            case .tooMany: "Too Many Requests"
            case .unavailable: "Service Unavailable: try again in a moment"
            }
        #expect(response.status == situation.status)
        #expect(response.body == #"{"error":"\#(text)"}"#)
        #expect(response.header("Content-Type") == "application/json; charset=utf-8")
        #expect(response.header("X-Request-Id")?.count == 15)
        #expect(response.header("Retry-After") == ([429, 503].contains(situation.status) ? "1" : nil))
        #expect(response.header("Allow") == (situation == .methodNotAllowed ? "POST, OPTIONS" : nil))
    }

    @Test(arguments: [Situation.notFound, .methodNotAllowed, .unavailable])
    func operationsHasProblemDocuments(_ situation: Situation) async throws {
        let response = try await withOperations(ScriptedServices()) { edge in
            switch situation {
            case .notFound: try await edge.request("GET", "/nope")
            case .methodNotAllowed: try await edge.request("POST", "/livez")
            default: try await edge.request("GET", "/readyz")
            }
        }
        #expect(response.status == situation.status)
        #expect(response.header("Content-Type") == "application/problem+json")
        #expect(response.body.contains(#""type":"about:blank""#))
        #expect(response.body.contains(#""status":\#(situation.status)"#))
    }

    @Test("Whoever watches from outside sees that the edge answers, and nothing else", arguments: ["GET", "HEAD"])
    func isHealthy(_ method: String) async throws {
        let response = try await withEdge(ScriptedServices()) { edge in
            try await edge.request(method, "/healthz", headers: [("If-None-Match", "*")])
        }
        #expect(response.status == 200 && response.body == (method == "GET" ? "ok\n" : ""))
        #expect(response.header("Cache-Control") == "no-store" && response.header("ETag") == nil)
        #expect(response.header("Content-Length") == "3")
    }

    @Test func operationsAreNotOnThePublicPort() async throws {
        let statuses = try await withEdge { edge in
            var statuses: [Int] = []
            for path in ["/livez", "/readyz", "/metrics"] {
                statuses.append(try await edge.request("GET", path).status)
            }
            return statuses
        }
        #expect(statuses == [404, 404, 404])
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
                // A read, of which nobody need be told of changes.
                .timedOut, 504, "Gateway Timeout: the answer took too long; try again"
            ),
            (.notPermitted, 500, "Internal Server Error"), (.unknownMessage, 500, "Internal Server Error"),
            (.malformed("secret"), 500, "Internal Server Error"), (.failed("secret"), 500, "Internal Server Error"),
            (.tooLarge(bytes: 1), 500, "Internal Server Error"),
        ] as [(BusError, Int, String)])
    func tellsTheClientWhyThereIsNoReply(_ error: BusError, _ status: Int, _ text: String) async throws {
        let services = ScriptedServices()
        services.on(GetLocation.self) { _ throws(BusError) in throw error }
        let response = try await withEdge(services) { try await $0.post("/v1/GetLocation", getBody) }
        #expect(response.status == status)
        #expect(response.body == #"{"error":"\#(text)"}"#)
        #expect(response.header("Retry-After") == (status == 429 ? "7" : status == 503 ? "1" : nil))
    }
}
