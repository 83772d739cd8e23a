// Results of a notification, line by line.

import BaliseAPI
import Foundation
import Synchronization
import Testing

@testable import Balise

@Suite("Results of a notification")
struct DeliveryResultsTests {
    private func read(_ transport: PartsTransport, key: SecretString? = SecretString("bk_1")) async throws
        -> [BaliseDeliveryResult]
    {
        var configuration = try BaliseConfiguration.scripted(transport)
        configuration.apiKey = key
        var results: [BaliseDeliveryResult] = []
        for try await result in BaliseClient(configuration).notifications.results(of: "n/1") { results.append(result) }
        return results
    }

    @Test("come as they are sent, wherever the parts are cut")
    func lines() async throws {
        let text = #"{"state":"sent","count":57,"provider":"apns"}"# + "\n" + #"{"state":"sent","count":12}"# + "\n"
        for size in [1, 7, 1000] {
            let transport = PartsTransport(text, size: size)
            #expect(
                try await read(transport) == [
                    BaliseDeliveryResult(state: .sent, count: 57, provider: "apns"),
                    BaliseDeliveryResult(state: .sent, count: 12),
                ])
            let call = try #require(transport.calls.first)
            #expect(call.line == "GET /api/v1/notifications/n%2F1/results")
            #expect(call.headers["X-API-Key"] == "bk_1" && call.headers["Accept"] == "application/x-ndjson")
        }
        #expect(try await read(PartsTransport("", size: 1)).isEmpty)
    }

    @Test("are no half ones, and need a key")
    func refused() async throws {
        for text in [#"{"state":"sent""#, "nonsense\n"] {
            await #expect {
                _ = try await read(PartsTransport(text, size: 100))
            } throws: {
                if case .unreadable = $0 as? BaliseError { true } else { false }
            }
        }
        await #expect(throws: BaliseError.invalid("this call needs an apiKey in the configuration")) {
            _ = try await read(PartsTransport("", size: 1), key: nil)
        }
    }
}

/// Gives one text in parts of a size.
private final class PartsTransport: BaliseStreamingTransport {
    private let text: String
    private let size: Int
    private let state = Mutex<[BaliseHTTPRequest]>([])

    init(_ text: String, size: Int) { (self.text, self.size) = (text, size) }

    var calls: [BaliseHTTPRequest] { state.withLock { $0 } }

    func send(_ call: BaliseHTTPRequest) async throws(BaliseTransportError) -> BaliseHTTPResponse {
        throw .unreachable("streams alone")
    }

    func stream(_ call: BaliseHTTPRequest) async throws(BaliseTransportError) -> BaliseHTTPStream {
        state.withLock { $0.append(call) }
        let bytes = Data(text.utf8)
        let (parts, continuation) = AsyncThrowingStream.makeStream(of: Data.self, throwing: (any Error).self)
        for start in stride(from: 0, to: bytes.count, by: size) {
            continuation.yield(bytes[start..<min(start + size, bytes.count)])
        }
        continuation.finish()
        return BaliseHTTPStream(response: BaliseHTTPResponse(status: 200), parts: parts)
    }
}
