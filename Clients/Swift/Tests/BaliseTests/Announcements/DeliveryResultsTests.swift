import BaliseAPI
import Foundation
import Synchronization
import Testing

@testable import Balise

@Suite("Results of a notification")
struct DeliveryResultsTests {
    private func read(_ transport: StreamingTransport, key: SecretText? = SecretText("bk_1")) async throws
        -> [BaliseDeliveryResult]
    {
        var configuration = try BaliseConfiguration.scripted(transport)
        configuration.apiKey = key
        var results: [BaliseDeliveryResult] = []
        for try await result in BaliseClient(configuration).notifications.results(of: "n/1") { results.append(result) }
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

    @Test("must be complete lines, and need a key")
    func refused() async throws {
        for text in [#"{"state":"sent""#, "nonsense\n"] {
            await #expect { _ = try await read(StreamingTransport([.text(text)], size: 100)) } throws: {
                if case .unreadable = $0 as? BaliseError { true } else { false }
            }
        }
        await #expect(throws: BaliseError.invalid("this call needs an apiKey in the configuration")) {
            _ = try await read(StreamingTransport([.text("")], size: 1), key: nil)
        }
    }
}
