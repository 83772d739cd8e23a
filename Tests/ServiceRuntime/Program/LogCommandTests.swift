import OperatorCommands

@testable import ServiceRuntime

extension OperatorCommandTests {
    @Test("A name without security events is answered with the names that have some")
    func eventNames() async throws {
        let event = #"{"service":"identity","at":"2026-01-31T12:00:00Z","event":"password-reset"}"#
        let (status, test, requests) = try await run(
            ["security-events", "list", "--event", "foo"],
            [ok(#"{"events":[]}"#), ok(#"{"events":[\#(event),\#(event)]}"#)])
        #expect(status == 0 && requests.last?.hasPrefix("GET /security-events?limit=200 HTTP/1.1\r\n") == true)
        #expect(test.output == "no events found; there are password-reset")
    }
}
