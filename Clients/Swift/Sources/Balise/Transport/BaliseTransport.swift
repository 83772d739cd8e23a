public import Foundation

/// Sends one HTTP request and returns its complete answer. A transport stores no cookies, follows no redirect and
/// repeats nothing: a request may contain a credential that is only for its own server. Many tasks may call it at once.
public protocol BaliseTransport: Sendable {
    /// Sends a request and waits for its answer, whatever the status.
    /// - Throws: The reason why no answer arrived. Cancelling the task cancels the request.
    func send(_ call: BaliseHTTPRequest) async throws(BaliseTransportError) -> BaliseHTTPResponse

    /// Sends a request and writes the body of a successful answer (2xx) to a file, which appears when it is complete.
    /// The returned answer then has no body. Any other answer is returned as by `send`, without a file. The default
    /// implementation holds the body in memory.
    /// - Parameter file: A file that does not exist yet.
    func download(_ call: BaliseHTTPRequest, to file: URL) async throws(BaliseTransportError) -> BaliseHTTPResponse
}

extension BaliseTransport {
    public func download(
        _ call: BaliseHTTPRequest, to file: URL
    ) async throws(BaliseTransportError) -> BaliseHTTPResponse {
        var answer = try await send(call)
        guard answer.isSuccess else { return answer }
        do { try answer.body.write(to: file, options: .atomic) } catch {
            throw .notWritten("the answer cannot be written to \(file.path): \(error)")
        }
        answer.body = Data()
        return answer
    }
}

/// One HTTP request.
public struct BaliseHTTPRequest: Sendable {
    /// The HTTP method: `GET`, `POST`, …
    public var method: String
    /// The complete address, with its query.
    public var url: URL
    /// The header fields, each with one value.
    public var headers: [String: String]
    /// The body; nil for a message without a body.
    public var body: Data?
    /// The seconds to wait for the server.
    public var timeout: TimeInterval

    public init(
        method: String, url: URL, headers: [String: String] = [:], body: Data? = nil, timeout: TimeInterval = 60
    ) {
        (self.method, self.url) = (method, url)
        (self.headers, self.body, self.timeout) = (headers, body, timeout)
    }
}

/// The answer to a request.
public struct BaliseHTTPResponse: Sendable {
    /// The status code, 200 to 599.
    public var status: Int
    /// The header fields by lower-case name.
    public var headers: [String: String]
    /// The body; empty if the answer has no body.
    public var body: Data

    /// Creates an answer.
    /// - Parameter status: The status code, 200 to 599.
    /// - Parameter headers: The names may be in upper or lower case.
    /// - Parameter body: The body; empty if the answer has no body.
    public init(status: Int, headers: [String: String] = [:], body: Data = Data()) {
        self.status = status
        self.headers = Dictionary(headers.map { ($0.key.lowercased(), $0.value) }) { first, _ in first }
        self.body = body
    }

    var isSuccess: Bool { (200..<300).contains(status) }
}

/// The reason why there is no answer.
public enum BaliseTransportError: Error, Hashable, Sendable {
    /// The server is unreachable, or the connection broke; the text is for a log.
    case unreachable(String)
    /// The server took longer than the request's timeout.
    case timedOut
    /// The calling task was cancelled.
    case cancelled
    /// The answer is not HTTP; the text is for a log.
    case invalidAnswer(String)
    /// The file could not be written; the text is for a log.
    case notWritten(String)
}

/// A transport that delivers an answer in parts while it arrives, for endless streams.
public protocol BaliseStreamingTransport: BaliseTransport {
    /// Sends a request and returns when the head of the answer has arrived. An unsuccessful answer is complete and has
    /// no parts. The request's timeout is the longest silence. When the reader stops, the request is cancelled.
    func stream(_ call: BaliseHTTPRequest) async throws(BaliseTransportError) -> BaliseHTTPStream
}

/// An answer whose body is delivered while it arrives.
public struct BaliseHTTPStream: Sendable {
    /// The head of the answer. Its body is empty if there are parts.
    public var response: BaliseHTTPResponse
    /// The body in pieces, for one reader. It throws ``BaliseTransportError``.
    public var parts: AsyncThrowingStream<Data, any Error>

    public init(response: BaliseHTTPResponse, parts: AsyncThrowingStream<Data, any Error>) {
        (self.response, self.parts) = (response, parts)
    }
}
