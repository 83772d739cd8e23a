import NIOCore
import NIOHTTPTypes

/// An error breaks the connection, so that the client does not take half a body for a whole one.
struct BodyStream: Sendable {
    /// Waits until the client has room.
    typealias Send = ([UInt8]) async throws -> Void

    let make: @Sendable (Send) async throws -> Void
    /// An endless body stops when its client closes its side. A finite one is still sent, because the client may still
    /// read.
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

    /// Pieces are copies, so that the connection keeps nothing of the whole after the return.
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
