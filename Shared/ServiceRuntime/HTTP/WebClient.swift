import AsyncHTTPClient
import BaliseValues
public import Foundation
import NIOCore
import NIOHTTP1
import NIOPosix
import Synchronization

/// Sends requests to web servers; follows no redirects. The first request creates the client, and `close` ends it.
public final class WebClient: Sendable {
    public struct Answer: Sendable {
        public let status: Int
        /// The body; empty if the caller asked only for the status.
        public let body: Data
        private let headers: HTTPHeaders

        fileprivate init(_ response: HTTPClientResponse, body: Data) {
            status = Int(response.status.code)
            headers = response.headers
            self.body = body
        }

        /// Returns the first header with this name, ignoring case.
        public func header(_ name: String) -> String? { headers.first(name: name) }
    }

    /// Why a request failed. The text leaves out the address, which may contain a secret.
    public struct Failure: Error, CustomStringConvertible {
        public let description: String

        public init(description: String) { self.description = description }
    }

    private let timeout: Duration
    private let largestBody: Int?
    private let pinned: [String: String]
    private let triesOnce: Bool
    /// The HTTP library's client. The first request creates it, because a created client must be closed.
    private let client = Mutex<HTTPClient?>(nil)

    /// Creates a client.
    /// - Parameters:
    ///   - timeout: The limit for the answer with its whole body.
    ///   - largestBody: The largest body in bytes; nil to get only the status.
    ///   - pinned: The IP addresses of hosts that must not be resolved again. Their certificates must still be for the
    ///     hosts.
    ///   - triesOnce: Whether the first failed connection is the failure of the request, and half of `timeout` the limit
    ///     for a connection. Otherwise failed connections are repeated until the time is over.
    public init(timeout: Duration, largestBody: Int?, pinned: [String: String] = [:], triesOnce: Bool = false) {
        self.timeout = timeout
        self.largestBody = largestBody
        self.pinned = pinned
        self.triesOnce = triesOnce
    }

    /// Closes the connections. Call it after the last request.
    public func close() async {
        let client = client.withLock { client in
            defer { client = nil }
            return client
        }
        // No request is running, so a failure here loses nothing.
        try? await client?.shutdown()
    }

    public func get(_ url: URL, headers: [(name: String, value: String)] = []) async throws(Failure) -> Answer {
        try await ask(request(to: url), headers)
    }

    public func post(
        _ body: [UInt8], as mediaType: String, to url: URL, headers: [(name: String, value: String)] = []
    ) async throws(Failure) -> Answer {
        var request = try request(to: url)
        request.method = .POST
        request.body = .bytes(body)
        return try await ask(request, [("Content-Type", mediaType)] + headers)
    }

    /// Makes a request. The library traps on a bad port, and other parties choose some addresses, so this throws first.
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
            // The library's own limit ends with the head of an answer, but the body may be slow. Two limits would race,
            // so this one is used for both.
            return try await withThrowingTaskGroup { group in
                group.addTask {
                    let response = try await client.execute(prepared, deadline: .distantFuture)
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
            throw Failure(description: "it cannot be reached: \(WebClient.cause(of: error))")
        }
    }

    /// Returns why there is no connection. The error's description may contain the address, so it is not used.
    private static func cause(of error: any Error) -> String {
        switch error {
        case let error as HTTPClientError: error.shortDescription
        case let error as NIOConnectionError:
            error.connectionErrors.first.map { cause(of: $0.error) } ?? "the name of its host cannot be resolved"
        case let error as IOError where error.errnoCode == ECONNREFUSED: "the connection is refused"
        default: "\(type(of: error))".contains("SSL") ? "no TLS connection" : "no connection"
        }
    }

    private func presentClient() -> HTTPClient {
        client.withLock { client in
            if let client { return client }
            var configuration = HTTPClient.Configuration(redirectConfiguration: .disallow)
            configuration.dnsOverride = pinned
            configuration.connectionPool.retryConnectionEstablishment = !triesOnce
            if triesOnce { configuration.timeout.connect = .milliseconds(Int64(timeout / .milliseconds(2))) }
            let made = HTTPClient(eventLoopGroupProvider: .singleton, configuration: configuration)
            client = made
            return made
        }
    }
}

extension URL {
    /// Whether the port is missing, or from 1 to 65535.
    public var hasPossiblePort: Bool { port.map { (1...65_535).contains($0) } ?? true }
}

extension WebClient {
    /// Posts a form (application/x-www-form-urlencoded).
    public func post(
        _ form: [(name: String, value: String)], to url: URL, headers: [(name: String, value: String)] = []
    ) async throws(Failure) -> Answer {
        try await post(
            Array(PercentEncoding.encode(form.map { ($0.name, $0.value) }).utf8),
            as: "application/x-www-form-urlencoded", to: url, headers: headers)
    }
}
