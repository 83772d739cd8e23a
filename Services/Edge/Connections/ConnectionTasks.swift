// The tasks that work for a connection.

import HTTPTypes
import NIOCore
import NIOHTTPTypes

/// Answers the requests of a connection, one after the other, until it ends.
///
/// A task keeps the memory that its deepest call took for as long as it lives, and what answers a request calls deep. So
/// requests are answered in a task of their own, which ends where a stream begins: the task that goes on with the stream
/// has called little, and an idle stream takes a third of the memory.
func answerRequests(
    _ http: NIOAsyncChannel<HTTPRequestPart, HTTPResponsePart>, _ connection: Connection, _ responder: EdgeResponder
) async {
    // What is thrown is that the connection broke, of which there is nobody to tell.
    try? await http.executeThenClose { inbound, outbound in
        let requests = RequestReader(inbound)
        while let stream = try await nextStream(after: requests, outbound, connection, responder) {
            guard try await stream.send(to: outbound, connection) else { break }
        }
        outbound.finish()
        // The client closes as well, or `ConnectionGuard` does after a while.
        try await http.channel.closeFuture.get()
    }
}

/// Has requests answered by another task; gives the stream that one of them is answered with, or nil when none is to
/// follow.
private func nextStream(
    after requests: RequestReader, _ output: ResponseParts, _ connection: Connection, _ responder: EdgeResponder
) async throws -> StreamedAnswer? {
    let answering = Task { try await requests.answer(output, connection, responder) }
    return try await withTaskCancellationHandler {
        try await answering.value
    } onCancel: {
        answering.cancel()
    }
}

/// The requests of a connection.
///
/// `@unchecked Sendable`: one task reads at a time, and each has ended when the next one begins.
private final class RequestReader: @unchecked Sendable {
    private var parts: RequestParts

    init(_ inbound: NIOAsyncChannelInboundStream<HTTPRequestPart>) { parts = inbound.makeAsyncIterator() }

    /// Answers requests until one is answered with a stream without an end of its own, which is given back with its head
    /// sent; nil when none is to follow.
    func answer(
        _ output: ResponseParts, _ connection: Connection, _ responder: EdgeResponder
    ) async throws -> StreamedAnswer? {
        var parts = parts
        defer { self.parts = parts }
        while let part = try await parts.next() {
            // What is left of a body that nobody wanted.
            guard case .head(let request) = part else { continue }
            switch try await responder.respond(to: request, &parts, output, connection) {
            case .next: continue
            case .last: return nil
            case .stream(let stream): return stream
            }
        }
        return nil
    }
}
