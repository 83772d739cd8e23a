// The tasks that work for a connection.

import HTTPTypes
import NIOCore
import NIOHTTPTypes

/// What a task does for a connection, and what another one is to do when it has ended; nil for nothing.
struct ConnectionWork: Sendable {
    let run: @Sendable () async -> ConnectionWork?
}

/// Answers the requests of a connection, one after the other, until it ends.
struct Answering: Sendable {
    let parts: ConnectionParts
    let connection: Connection
    let responder: EdgeResponder

    /// Goes on with a stream that is begun, and then with the next requests.
    ///
    /// A task keeps the memory that its deepest call took for as long as it lives, and what answers a request calls deep.
    /// So the task ends where a stream begins, and a new one goes on, which has called little: an idle stream takes a
    /// third of the memory.
    ///
    /// What comes behind the stream has a task of its own again: a task keeps what it was given, and with the stream its place
    /// among those of its address.
    func work(after stream: StreamedAnswer? = nil) -> ConnectionWork {
        ConnectionWork {
            do {
                if let stream {
                    if try await stream.send(to: parts, connection) { return work() }
                } else if let next = try await answerRequests() {
                    return work(after: next)
                }
                await parts.finish()
            } catch {
                // What is thrown is that the connection broke, of which there is nobody to tell.
                await parts.abort()
            }
            return nil
        }
    }

    /// Answers requests until one is answered with a stream without an end of its own, which is given back with its head
    /// sent; nil when none is to follow.
    private func answerRequests() async throws -> StreamedAnswer? {
        while let part = try await parts.next() {
            // What is left of a body that nobody wanted.
            guard case .head(let request) = part else { continue }
            switch try await responder.respond(to: request, parts, connection) {
            case .next: continue
            case .last: return nil
            case .stream(let stream): return stream
            }
        }
        return nil
    }
}
