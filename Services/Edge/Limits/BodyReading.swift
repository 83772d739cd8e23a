// Reading a request's body, within its limit.

import HTTPTypes
import NIOCore
import NIOHTTPTypes

/// The body's bytes; 413 when there are more than `limit`, 503 when too many others are in memory.
///
/// The error comes before the rest is read, and at once when the client announces too much. Memory
/// is reserved for what is announced, and taken as it arrives.
func readBody(
    _ parts: ConnectionParts, announced: Int?, limit: Int, share: BodyShare
) async throws(EdgeError) -> [UInt8] {
    if let announced, announced > limit { throw .tooLarge(limit: limit) }
    var whole: [UInt8] = []
    do {
        while case .body(let part) = try await parts.next() {
            guard whole.count + part.readableBytes <= limit else { throw EdgeError.tooLarge(limit: limit) }
            try share.add(part.readableBytes)
            // One piece of memory of the right size: what is not written to yet takes none.
            if whole.isEmpty { whole.reserveCapacity(announced ?? part.readableBytes) }
            whole.append(contentsOf: part.readableBytesView)
        }
    } catch let error as EdgeError {
        throw error
    } catch {
        // The connection is broken, so whoever reads this answer is not the client.
        var broken = EdgeError.invalid("the body did not arrive")
        broken.closesConnection = true
        throw broken
    }
    return whole
}
