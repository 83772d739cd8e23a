public import Foundation

/// A transport that delivers an answer while it arrives, for endless streams.
public protocol BaliseStreamingTransport: BaliseTransport {
    /// Sends a request and returns when the head of the answer has arrived. An unsuccessful answer is complete and has
    /// no parts. The request's timeout is the longest silence. When the reader stops, the request is cancelled.
    func stream(_ call: BaliseHTTPRequest) async throws(BaliseTransportError) -> BaliseHTTPStream
}

/// An answer while it arrives.
public struct BaliseHTTPStream: Sendable {
    /// The head of the answer; its body is empty if there are parts.
    public var response: BaliseHTTPResponse
    /// The body in pieces, for one reader. It throws ``BaliseTransportError``.
    public var parts: AsyncThrowingStream<Data, any Error>

    /// Creates a stream.
    public init(response: BaliseHTTPResponse, parts: AsyncThrowingStream<Data, any Error>) {
        self.response = response
        self.parts = parts
    }
}
