// Asks identity providers over HTTP, with bounds on everything.

import AsyncHTTPClient
import Foundation
import Models
import NIOCore
import NIOHTTP1
import Synchronization

/// Asks identity providers over HTTP. Goes where the operator said and nowhere else: redirects are not followed.
final class ProviderClient: Sendable {
    /// How long an answer may take with all of its body.
    static let timeout = Duration.seconds(5)
    /// The most bytes of an answer.
    static let largest = 64 << 10

    /// What a provider says.
    struct Answer: Sendable {
        let status: Int
        let cacheControl: String?
        let body: Data
    }

    /// Why there is no answer.
    struct Failure: Error, CustomStringConvertible {
        let description: String
    }

    private let timeout: Duration
    /// Made for the first request: one that is made must be closed.
    private let client = Mutex<HTTPClient?>(nil)

    init(timeout: Duration = ProviderClient.timeout) { self.timeout = timeout }

    /// Closes its connections, after the last request.
    func close() async {
        let client = client.withLock { client in
            defer { client = nil }
            return client
        }
        // Nothing is under way any more, so there is nothing that could be lost by a failure here.
        try? await client?.shutdown()
    }

    func get(_ url: URL) async throws(Failure) -> Answer {
        try await ask(HTTPClientRequest(url: url.absoluteString))
    }

    /// Posts a form (application/x-www-form-urlencoded).
    func post(_ form: [(name: String, value: String)], to url: URL) async throws(Failure) -> Answer {
        var request = HTTPClientRequest(url: url.absoluteString)
        request.method = .POST
        request.headers.add(name: "Content-Type", value: "application/x-www-form-urlencoded")
        let fields = form.map { "\(ProviderClient.escaped($0.name))=\(ProviderClient.escaped($0.value))" }
        request.body = .bytes(Array(fields.joined(separator: "&").utf8))
        return try await ask(request)
    }

    private func ask(_ request: HTTPClientRequest) async throws(Failure) -> Answer {
        var request = request
        request.headers.add(name: "User-Agent", value: "Balise")
        request.headers.add(name: "Accept", value: "application/json")
        let (prepared, client, timeout) = (request, presentClient(), timeout)
        do {
            // The client's own limit ends with the head of an answer, and a body may drip.
            return try await withThrowingTaskGroup { group in
                group.addTask {
                    let response = try await client.execute(prepared, timeout: TimeAmount(timeout))
                    let body = try await response.body.collect(upTo: ProviderClient.largest)
                    return Answer(
                        status: Int(response.status.code),
                        cacheControl: response.headers.first(name: "Cache-Control"), body: Data(body.readableBytesView))
                }
                group.addTask {
                    try await Task.sleep(for: timeout)
                    throw Failure(description: "no answer came in time")
                }
                defer { group.cancelAll() }
                guard let answer = try await group.next() else { throw CancellationError() }
                return answer
            }
        } catch let failure as Failure {
            throw failure
        } catch is NIOTooManyBytesError {
            throw Failure(description: "the answer is too large")
        } catch {
            // Its description may hold the address, which may hold a secret of the operator's.
            throw Failure(description: "it cannot be reached (\(type(of: error)))")
        }
    }

    private func presentClient() -> HTTPClient {
        client.withLock { client in
            if let client { return client }
            let configuration = HTTPClient.Configuration(redirectConfiguration: .disallow)
            let made = HTTPClient(eventLoopGroupProvider: .singleton, configuration: configuration)
            client = made
            return made
        }
    }

    private static func escaped(_ text: String) -> String {
        text.utf8.map { byte in
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"),
                UInt8(ascii: "~"):
                String(UnicodeScalar(byte))
            default: "%" + opaqueIDText([byte]).uppercased()
            }
        }.joined()
    }
}
