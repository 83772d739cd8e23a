// A body that is made while it is sent.

import NIOCore
import NIOHTTPTypes

/// Makes a body piece by piece. What it throws breaks the connection, so that nobody takes half a body for a whole one.
struct BodyStream: Sendable {
    /// Sends pieces; each waits until the client has room for it.
    typealias Send = ([UInt8]) async throws -> Void

    let make: @Sendable (Send) async throws -> Void

    init(_ make: @escaping @Sendable (Send) async throws -> Void) { self.make = make }

    /// Makes it into the parts of an answer.
    func write(to output: ResponseParts) async throws {
        try await make { bytes in
            guard !bytes.isEmpty else { return }
            try await output.write(.body(ByteBuffer(bytes: bytes)))
        }
    }
}
