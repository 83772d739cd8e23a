// An answer whose head is sent and whose body is made while it is sent.

import Logging
import NIOCore
import NIOHTTPTypes
import ServiceRuntime

/// What follows on a connection when a request is answered.
enum AfterAnswer: Sendable {
    /// Another request may.
    case next
    /// No other request may.
    case last
    /// The rest of the answer, which has no end of its own; its head is sent.
    case stream(StreamedAnswer)
}

/// An answer whose head is sent and whose body is made while it is sent. One without an end of its own holds nothing of its
/// request's body.
struct StreamedAnswer: Sendable {
    let body: BodyStream
    /// The name of the call that it answers.
    let call: String
    let requestID: String
    /// Whether no other request may follow.
    let isLast: Bool
    let logger: Logger

    /// Sends the body; returns whether another request may follow. A body that breaks off takes the connection with it.
    func send(to output: ConnectionParts, _ connection: Connection) async throws -> Bool {
        do {
            if body.endsWithClient {
                try await connection.untilHangUp { try await body.write(to: output) }
            } else {
                try await body.write(to: output)
            }
        } catch {
            if !Task.isCancelled, !(error is CancellationError) { record(error) }
            throw error
        }
        try await output.write(.end(nil))
        return !isLast
    }

    private func record(_ error: any Error) {
        logger.warning(
            "an answer broke off",
            metadata: [
                LogKey.requestID: .string(requestID), "call": .string(call), "cause": .failure(error),
            ])
    }
}
