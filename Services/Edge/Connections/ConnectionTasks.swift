import HTTPTypes
import NIOCore
import NIOHTTPTypes

/// Returns the work of the next task; nil for none.
struct ConnectionWork: Sendable {
    let run: @Sendable () async -> ConnectionWork?
}

struct Answering: Sendable {
    let parts: ConnectionParts
    let connection: Connection
    let responder: EdgeResponder

    /// A task keeps the memory of its deepest call and its arguments for its whole life. So it ends where a stream begins,
    /// and a new task with shallow calls continues: an idle stream then takes a third of the memory. The requests after the
    /// stream get a new task again, which frees the stream's place in the limit of its address.
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
                // The error means that the connection broke, so it cannot be sent to the client.
                await parts.abort()
            }
            return nil
        }
    }

    private func answerRequests() async throws -> StreamedAnswer? {
        while let part = try await parts.next() {
            // The unread rest of a body.
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
