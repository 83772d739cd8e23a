// Who may call the operations port, and why a browser may not.

import HTTPTypes
import Logging
import Models
import ServiceRuntime
import Testing

@testable import Edge

@Suite("The operations port lets in", .timeLimit(.minutes(2))) struct OperatorAccessTests {
    private static let key = "0123456789abcdef"

    /// Who calls: an address and what the request says.
    struct Caller: Sendable, CustomTestStringConvertible {
        var testDescription: String
        var address = "127.0.0.1"
        var host: String? = "localhost:8081"
        var authorization: String?
        var apiKey: String?
        var origin: String?
        var forwardedFor: String?
        var answer: ErrorCode?

        init(_ who: String, _ answer: ErrorCode? = nil, _ change: (inout Caller) -> Void = { _ in }) {
            testDescription = who
            self.answer = answer
            change(&self)
        }

        var request: EdgeRequest {
            var headers = RequestHeaders()
            headers.host = host
            headers.authorization = authorization
            headers.apiKey = apiKey
            headers.origin = origin
            headers.forwardedFor = forwardedFor
            headers.client.address = Personal(address)
            return EdgeRequest(
                method: .get, path: "/", headers: headers, body: [],
                context: MessageContext(requestID: "1", client: headers.client),
                logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
        }
    }

    @Test(
        "callers on this machine, the operator's key, and API keys that may operate",
        arguments: [
            Caller("this machine"), Caller("this machine over IPv6") { ($0.address, $0.host) = ("::1", "[::1]:8081") },
            Caller("this machine by its address") { $0.host = "127.0.0.1" },
            Caller("an old client without Host") { $0.host = nil },
            Caller("another machine", .authenticationRequired) { $0.address = "9.9.9.9" },
            Caller("another machine with the key") { ($0.address, $0.authorization) = ("9.9.9.9", "Bearer \(key)") },
            Caller("another machine with a wrong key", .authenticationRequired) {
                ($0.address, $0.authorization) = ("9.9.9.9", "Bearer 0123456789abcdeX")
            },
            Caller("another machine with an API key") { ($0.address, $0.apiKey) = ("9.9.9.9", "bk_operate") },
            Caller("another machine with an API key for other things", .forbidden) {
                ($0.address, $0.apiKey) = ("9.9.9.9", "bk_publish")
            },
            Caller("a page in a browser here", .forbidden) { $0.origin = "https://example.org" },
            Caller("a page of no origin", .forbidden) { $0.origin = "null" },
            Caller("a page that shows the key", .forbidden) {
                ($0.origin, $0.authorization) = ("http://localhost:8081", "Bearer \(key)")
            },
            Caller("a page whose name was made to lead here", .authenticationRequired) {
                $0.host = "rebound.example.org:8081"
            },
            Caller("a name that begins like an address", .authenticationRequired) { $0.host = "127.0.0.1.example.org" },
            Caller("somebody behind a proxy on this machine", .authenticationRequired) { $0.forwardedFor = "9.9.9.9" },
        ])
    func access(_ caller: Caller) async {
        let access = OperatorAccess.sample(key: Secret(Self.key))
        do throws(EdgeError) {
            _ = try await access.check(caller.request)
            #expect(caller.answer == nil)
        } catch {
            #expect(error.code == caller.answer)
        }
    }

    @Test(
        "no change that a form in a page could be", arguments: [nil, "text/plain", "application/x-www-form-urlencoded"])
    func forms(_ contentType: String?) async throws {
        let services = ScriptedServices()
        let headers = contentType.map { [("Content-Type", $0)] } ?? []
        try await withOperations(services) { edge in
            for (method, path) in [
                ("POST", "/signing-keys/rotate"), ("POST", "/accounts/0a/disable"), ("DELETE", "/accounts/0a"),
                ("DELETE", "/api-keys/0a"), ("POST", "/devices/remove-key"),
            ] {
                let response = try await edge.request(method, path, headers: headers, body: "{}")
                #expect(response.status == 415)
            }
            let origin = [("Origin", "http://127.0.0.1"), ("Content-Type", "application/json")]
            let page = try await edge.request("POST", "/signing-keys/rotate", headers: origin, body: "{}")
            #expect(page.status == 403)
            let preflight = try await edge.request("OPTIONS", "/signing-keys/rotate", headers: origin)
            #expect(preflight.status == 403)
            #expect(preflight.headers.allSatisfy { !$0.name.hasPrefix("access-control") })
            let rebound = try await withConnection(to: edge.port) { connection in
                try await connection.write("GET /accounts/0a HTTP/1.1\r\nHost: rebound.example.org\r\n\r\n")
                return try await connection.readResponse()
            }
            #expect(rebound.status == 401)
        }
        #expect(services.contexts.isEmpty)
    }
}
