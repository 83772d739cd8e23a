import Logging
import NIOCore
import NIOHTTPTypes
import ServiceRuntime

/// A body that is written piece by piece. An error breaks the connection, so no client takes half a body for a whole.
struct BodyStream: Sendable {
    /// Sends bytes, after waiting until the client has room.
    typealias Send = ([UInt8]) async throws -> Void

    let make: @Sendable (Send) async throws -> Void
    /// Whether the body stops when its client closes its side. An endless body must stop; a finite body is still sent,
    /// because the client may read it.
    let endsWithClient: Bool

    init(endsWithClient: Bool = false, _ make: @escaping @Sendable (Send) async throws -> Void) {
        self.make = make
        self.endsWithClient = endsWithClient
    }

    func write(to output: ConnectionParts) async throws {
        try await make { bytes in try await output.write(inPieces: ByteBuffer(bytes: bytes)) }
    }
}

extension ConnectionParts {
    private static let pieceBytes = 16 << 10

    /// Writes a body in pieces. Pieces are copies, so that the connection keeps no memory of the whole.
    func write(inPieces bytes: ByteBuffer) async throws {
        guard bytes.readableBytes > ConnectionParts.pieceBytes else {
            if bytes.readableBytes > 0 { try await write(.body(bytes)) }
            return
        }
        var rest = bytes
        while rest.readableBytes > 0,
            let piece = rest.readSlice(length: min(ConnectionParts.pieceBytes, rest.readableBytes))
        {
            try await write(.body(ByteBuffer(bytes: piece.readableBytesView)))
        }
    }
}

enum AfterAnswer: Sendable {
    case next
    case last
    case stream(StreamedAnswer)
    case socket(LocationSocket)
}

/// An answer whose body is streamed. It holds nothing of the request's body, because the answer may be endless.
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
            if !Task.isCancelled, !(error is CancellationError) {
                logger.warning(
                    "an answer broke off",
                    metadata: [
                        LogKey.requestID: .string(requestID), "call": .string(call), "cause": .failure(error),
                    ])
            }
            throw error
        }
        try await output.write(.end(nil))
        return !isLast
    }
}
