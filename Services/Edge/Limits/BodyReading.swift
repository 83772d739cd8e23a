import HTTPTypes
import NIOCore
import NIOHTTPTypes

/// Throws 413 above `limit`, 503 if too many others are in memory; at once if the announced length is too large. Memory is
/// reserved for the announced length, and used as bytes arrive.
func readBody(
    _ parts: ConnectionParts, announced: Int?, limit: Int, share: BodyShare
) async throws(EdgeError) -> [UInt8] {
    if let announced, announced > limit { throw .tooLarge(limit: limit) }
    var whole: [UInt8] = []
    do {
        while case .body(let part) = try await parts.next() {
            guard whole.count + part.readableBytes <= limit else { throw EdgeError.tooLarge(limit: limit) }
            try share.add(part.readableBytes)
            // One allocation of the right size: unwritten pages use no memory.
            if whole.isEmpty { whole.reserveCapacity(announced ?? part.readableBytes) }
            whole.append(contentsOf: part.readableBytesView)
        }
    } catch let error as EdgeError {
        throw error
    } catch {
        // The connection is broken, so a reader of this answer is not the client.
        var broken = EdgeError.invalid("the body did not arrive")
        broken.closesConnection = true
        throw broken
    }
    return whole
}
