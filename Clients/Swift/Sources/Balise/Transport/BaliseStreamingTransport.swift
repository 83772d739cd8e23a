// Answers that come piece by piece.

public import Foundation

/// A transport that gives an answer while it comes, for streams that do not end by themselves.
public protocol BaliseStreamingTransport: BaliseTransport {
    /// Sends a request and gives its answer as soon as its head is there. An answer that is no success is given whole,
    /// without parts.
    ///
    /// The request's timeout is how long nothing may come. When the parts are not read any more, the request is given up.
    func stream(_ call: BaliseHTTPRequest) async throws(BaliseTransportError) -> BaliseHTTPStream
}

/// An answer while it comes.
public struct BaliseHTTPStream: Sendable {
    /// The answer; its body is empty where there are parts.
    public var response: BaliseHTTPResponse
    /// The body as it comes, for one reader. What it throws is a ``BaliseTransportError``.
    public var parts: AsyncThrowingStream<Data, any Error>

    /// An answer as a transport got it.
    public init(response: BaliseHTTPResponse, parts: AsyncThrowingStream<Data, any Error>) {
        self.response = response
        self.parts = parts
    }
}
