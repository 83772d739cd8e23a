// A body that is made while it is sent.

import NIOCore
import NIOHTTPTypes

/// Makes a body piece by piece. What it throws breaks the connection, so that nobody takes half a body for a whole one.
struct BodyStream: Sendable {
    /// Sends pieces; each waits until the client has room for it.
    typealias Send = ([UInt8]) async throws -> Void

    let make: @Sendable (Send) async throws -> Void
    /// Whether it has no end of its own, and ends when its client closes its side. What has an end is sent to it then
    /// as well, since it may still read.
    let endsWithClient: Bool

    init(endsWithClient: Bool = false, _ make: @escaping @Sendable (Send) async throws -> Void) {
        self.make = make
        self.endsWithClient = endsWithClient
    }

    /// Makes it into the parts of an answer.
    func write(to output: ConnectionParts) async throws {
        try await make { bytes in try await output.write(inPieces: ByteBuffer(bytes: bytes)) }
    }
}

extension ConnectionParts {
    /// So much of a body is handed to the connection at a time.
    private static let pieceBytes = 16 << 10

    /// Writes a part of a body; each piece waits until the client has room for it. Pieces have memory of their own, so
    /// that the connection keeps nothing of the whole when this has returned.
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
