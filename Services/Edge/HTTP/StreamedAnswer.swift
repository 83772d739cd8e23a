import Logging
import NIOCore
import NIOHTTPTypes
import ServiceRuntime

enum AfterAnswer: Sendable {
    case next
    case last
    case stream(StreamedAnswer)
}

/// An endless one holds nothing of its request's body.
struct StreamedAnswer: Sendable {
    let body: BodyStream
    let call: String
    let requestID: String
    let isLast: Bool
    let logger: Logger

    /// Returns whether another request may follow. A broken body closes the connection.
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
