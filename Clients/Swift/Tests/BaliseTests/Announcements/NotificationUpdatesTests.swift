@testable import Balise

@Suite("Updates of a notification")
struct NotificationUpdatesTests {
    private static func counts(_ state: String, id: String) -> String {
        """
        event: counts
        id: \(id)
        data: {"id":"n1","kind":"orders","audience":{"everyone":true},"createdAt":"2026-01-01T00:00:00Z","state":"\(state)"}


        """
    }

    private func states(_ transport: StreamingTransport) async throws -> [String] {
        let client = try await BaliseClient.scripted(transport, apiKey: SecretText("bk_1"))
        var states: [String] = []
        for try await update in client.notifications.updates(of: "n1") { states.append(update.state.rawValue) }
        return states
    }

    @Test("continue after the last one when the connection breaks, and end when it is done")
    func goOn() async throws {
        let done = Self.counts("done", id: "1.b") + "event: end\ndata: {\"reason\":\"done\"}\n\n"
        let transport = StreamingTransport([
            .text(
                "retry: 3000\n\n" + Self.counts("delivering", id: "1.a")
                    + "event: end\ndata: {\"reason\":\"closing\"}\n\n"),
            .lost, .text(done),
        ])
        #expect(try await states(transport) == ["delivering", "done"])
        #expect(transport.calls.map { $0.headers["Last-Event-ID"] } == [nil, "1.a", "1.a"])
        let first = try #require(transport.calls.first)
        #expect(first.line == "GET /api/v1/notifications/n1/events")
        #expect(first.headers["X-API-Key"] == "bk_1" && first.headers["Accept"] == "text/event-stream")
    }

    @Test("throw the failure of the first connection")
    func refused() async throws {
        await #expect(throws: BaliseError.unreachable("no network")) {
            _ = try await states(StreamingTransport([.lost]))
        }
    }
}

@Suite("Results of a notification")
struct DeliveryResultsTests {
    private func read(_ transport: StreamingTransport, key: SecretText? = SecretText("bk_1")) async throws
        -> [BaliseDeliveryResult]
    {
        let client = try await BaliseClient.scripted(transport, apiKey: key)
        var results: [BaliseDeliveryResult] = []
        for try await result in client.notifications.results(of: "n/1") { results.append(result) }
        return results
    }

    @Test("are read line by line, wherever the parts are split")
    func lines() async throws {
        let text = #"{"state":"sent","count":57,"provider":"apns"}"# + "\n" + #"{"state":"sent","count":12}"# + "\n"
        for size in [1, 7, 1000] {
            let transport = StreamingTransport([.text(text)], size: size)
            #expect(
                try await read(transport) == [
                    BaliseDeliveryResult(state: .sent, count: 57, provider: "apns"),
                    BaliseDeliveryResult(state: .sent, count: 12),
                ])
            let call = try #require(transport.calls.first)
            #expect(call.line == "GET /api/v1/notifications/n%2F1/results")
            #expect(call.headers["X-API-Key"] == "bk_1" && call.headers["Accept"] == "application/x-ndjson")
        }
        #expect(try await read(StreamingTransport([.text("")], size: 1)).isEmpty)
    }

    @Test("throw CancellationError when the task is cancelled")
    func cancelled() async throws {
        await #expect(throws: CancellationError.self) { _ = try await read(StreamingTransport([])) }
    }

    @Test("must be complete lines, and need a key")
    func refused() async throws {
        for text in [#"{"state":"sent""#, "nonsense\n"] {
            let error = try await failure { try await read(StreamingTransport([.text(text)], size: 100)) }
            #expect(error.unreadableReason != nil)
        }
        await #expect(throws: BaliseError.invalid("this call needs an apiKey in the configuration")) {
            _ = try await read(StreamingTransport([.text("")], size: 1), key: nil)
        }
    }
}
