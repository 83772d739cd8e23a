// How requests get to the server and answers back: what a transport is, and what goes through it.

public import Foundation

/// Sends one HTTP request and gives its answer whole.
///
/// A transport keeps no cookies, follows no redirect and repeats nothing: a request may hold a credential, which is for
/// the server that it was made for and for nobody else. It may be called from many tasks at once.
public protocol BaliseTransport: Sendable {
    /// Sends a request and waits for its answer, whatever the status of it.
    ///
    /// - Throws: What kept the answer from coming. When the task is cancelled, the request is given up.
    func send(_ call: BaliseHTTPRequest) async throws(BaliseTransportError) -> BaliseHTTPResponse

    /// Sends a request and writes the body of a success (2xx) to a file, which is there when all of it has come; the answer is
    /// without a body then. Any other answer is given as `send` gives it, and no file is made.
    ///
    /// A transport that does not say otherwise holds the body in memory meanwhile.
    ///
    /// - Parameter file: Where there is none yet.
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
    /// `GET`, `POST`, …
    public var method: String
    /// The whole address, with its query.
    public var url: URL
    /// The header fields, one value a name.
    public var headers: [String: String]
    /// The body; nil for none.
    public var body: Data?
    /// How many seconds the server may take before the request is given up.
    public var timeout: TimeInterval

    /// A request that is ready to be sent.
    public init(
        method: String, url: URL, headers: [String: String] = [:], body: Data? = nil, timeout: TimeInterval = 60
    ) {
        self.method = method
        self.url = url
        self.headers = headers
        self.body = body
        self.timeout = timeout
    }
}

/// The answer to a request.
public struct BaliseHTTPResponse: Sendable {
    /// The status code, 200 to 599.
    public var status: Int
    /// The header fields under their names in lower case.
    public var headers: [String: String]
    /// The body; empty where there was none.
    public var body: Data

    /// An answer as a transport got it.
    ///
    /// - Parameter status: The status code, 200 to 599.
    /// - Parameter headers: The names may have any case.
    /// - Parameter body: The body; empty where there was none.
    public init(status: Int, headers: [String: String] = [:], body: Data = Data()) {
        self.status = status
        self.headers = Dictionary(headers.map { ($0.key.lowercased(), $0.value) }) { first, _ in first }
        self.body = body
    }

    /// Whether the server did what it was asked (2xx).
    var isSuccess: Bool { (200..<300).contains(status) }
}

/// Why there is no answer.
public enum BaliseTransportError: Error, Hashable, Sendable {
    /// The server cannot be reached, or the connection broke; the text says how, for a log.
    case unreachable(String)
    /// The server took longer than the request's timeout.
    case timedOut
    /// The task that asked was cancelled.
    case cancelled
    /// What came is no HTTP; the text says why, for a log.
    case invalidAnswer(String)
    /// The file for the answer could not be written; the text says why, for a log.
    case notWritten(String)
}
