// Asks programs of others over HTTP, with bounds on everything.

import AsyncHTTPClient
public import Foundation
import NIOCore
import NIOHTTP1
import Synchronization

/// Asks programs of others over HTTP. Goes where it is sent and nowhere else: redirects are not followed.
///
/// Its connections are made with the first request, and `close` ends them.
public final class WebClient: Sendable {
    /// What a server said.
    public struct Answer: Sendable {
        /// The status code.
        public let status: Int
        /// Empty when only the status was wanted.
        public let body: Data
        private let headers: HTTPHeaders

        fileprivate init(_ response: HTTPClientResponse, body: Data) {
            status = Int(response.status.code)
            headers = response.headers
            self.body = body
        }

        /// The first header of this name, whatever its case.
        public func header(_ name: String) -> String? { headers.first(name: name) }
    }

    /// Why there is no answer. Says nothing of the address, which may hold a secret of the operator's.
    public struct Failure: Error, CustomStringConvertible {
        public let description: String

        /// A failure with a reason for the log.
        public init(description: String) { self.description = description }
    }

    private let timeout: Duration
    /// The most bytes that are read of an answer; nil where the status says all, and its body is left.
    private let largestBody: Int?
    /// Made for the first request: one that is made must be closed.
    private let client = Mutex<HTTPClient?>(nil)

    /// A client without connections.
    ///
    /// - Parameters:
    ///   - timeout: how long an answer may take with all of its body.
    ///   - largestBody: the most bytes that are read of an answer; nil where the status says all.
    public init(timeout: Duration, largestBody: Int?) {
        self.timeout = timeout
        self.largestBody = largestBody
    }

    /// Closes its connections, after the last request.
    public func close() async {
        let client = client.withLock { client in
            defer { client = nil }
            return client
        }
        // Nothing is under way any more, so there is nothing that could be lost by a failure here.
        try? await client?.shutdown()
    }

    /// Gets what stands at an address.
    public func get(_ url: URL, headers: [(name: String, value: String)] = []) async throws(Failure) -> Answer {
        try await ask(request(to: url), headers)
    }

    /// Posts a body of the given media type.
    public func post(
        _ body: [UInt8], as mediaType: String, to url: URL, headers: [(name: String, value: String)] = []
    ) async throws(Failure) -> Answer {
        var request = try request(to: url)
        request.method = .POST
        request.body = .bytes(body)
        return try await ask(request, [("Content-Type", mediaType)] + headers)
    }

    /// The library traps for a port that there cannot be, and addresses come from others, too.
    private func request(to url: URL) throws(Failure) -> HTTPClientRequest {
        guard url.hasPossiblePort else { throw Failure(description: "its address has an impossible port") }
        return HTTPClientRequest(url: url.absoluteString)
    }

    private func ask(
        _ request: HTTPClientRequest, _ headers: [(name: String, value: String)]
    ) async throws(Failure) -> Answer {
        var request = request
        request.headers.add(name: "User-Agent", value: "Balise")
        for header in headers { request.headers.add(name: header.name, value: header.value) }
        let (prepared, client, timeout, largest) = (request, presentClient(), timeout, largestBody)
        do {
            // The library's own limit ends with the head of an answer, and a body may drip.
            return try await withThrowingTaskGroup { group in
                group.addTask {
                    let response = try await client.execute(prepared, timeout: TimeAmount(timeout))
                    guard let largest else { return Answer(response, body: Data()) }
                    let body = try await response.body.collect(upTo: largest)
                    return Answer(response, body: Data(body.readableBytesView))
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
            // Its description may hold the address.
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
}

extension URL {
    /// Whether a socket can have its port: it names none, or one of 1 to 65535.
    public var hasPossiblePort: Bool { port.map { (1...65_535).contains($0) } ?? true }
}
