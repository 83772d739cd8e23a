// Reading a request's body, within its limit.

import HummingbirdCore
import NIOCore

/// The body's bytes; 413 when there are more than `limit`.
///
/// The error comes before the rest is read, and at once when the client announces too much.
func readBody(_ body: RequestBody, announced: Int?, limit: Int) async throws(EdgeError) -> ByteBuffer {
    if let announced, announced > limit { throw .tooLarge(limit: limit) }
    var whole = ByteBuffer()
    var parts = body.makeAsyncIterator()
    do {
        while var part = try await parts.next() {
            guard whole.readableBytes + part.readableBytes <= limit else { throw EdgeError.tooLarge(limit: limit) }
            if whole.readableBytes == 0 { whole = part } else { whole.writeBuffer(&part) }
        }
    } catch let error as EdgeError {
        throw error
    } catch {
        // The connection is broken, so whoever reads this answer is not the client.
        throw .invalid("the body did not arrive")
    }
    return whole
}
