import Models
import NIOCore
import NIOEmbedded
import NIOHTTP1
import NIOHTTPCompression

enum ContentEncoding: String {
    case identity, gzip, deflate

    /// Reads the encoding. Throws 415 for an unknown encoding, or for several encodings.
    init(_ header: String) throws(EdgeError) {
        let name = header.lowercased()
        guard let known = ContentEncoding(rawValue: name == "x-gzip" ? "gzip" : name) else {
            throw EdgeError(.unsupportedMediaType, "this content encoding is not supported")
        }
        self = known
    }

    /// The most members of a gzip body, because even a short member costs work.
    private static let maximumMembers = 1000

    /// Decompresses bytes. Throws 413 above `limit`, 400 if `bytes` do not match the encoding, and 503 if `share` has
    /// no room. `share` is nil for bytes that no client has sent.
    func decode(_ bytes: [UInt8], limit: Int, share: BodyShare? = nil) throws(EdgeError) -> [UInt8] {
        guard self != .identity, !bytes.isEmpty else { return bytes }
        var whole: [UInt8] = []
        var rest = bytes[...]
        for _ in 0..<ContentEncoding.maximumMembers {
            let start = whole.count
            guard let places = try inflate(rest, into: &whole, limit: limit, share: share) else { return whole }
            // Another member may follow (RFC 1952, section 2.2).
            guard self == .gzip, let next = endOfMember(of: whole[start...], in: rest, at: places) else {
                throw invalid
            }
            rest = rest[next...]
        }
        throw .invalid("the body has more than \(ContentEncoding.maximumMembers) gzip members")
    }

    /// Decompresses one member. Nil at the end of the input; else where the member's trailer may begin.
    private func inflate(
        _ bytes: ArraySlice<UInt8>, into whole: inout [UInt8], limit: Int, share: BodyShare?
    ) throws(EdgeError) -> Range<Int>? {
        // The decompressor is a channel handler, so it gets a channel of its own, without a socket.
        let channel = EmbeddedChannel(handler: NIOHTTPRequestDecompressor(limit: .size(limit - whole.count)))
        defer { _ = try? channel.finish(acceptAlreadyClosed: true) }
        var place = bytes.startIndex
        do {
            let head = HTTPRequestHead(
                version: .http1_1, method: .POST, uri: "/", headers: ["Content-Encoding": rawValue])
            try channel.writeInbound(HTTPServerRequestPart.head(head))
            while place < bytes.endIndex {
                let end = min(place + 16 << 10, bytes.endIndex)
                defer { place = end }
                do {
                    try channel.writeInbound(HTTPServerRequestPart.body(ByteBuffer(bytes: bytes[place..<end])))
                } catch let error as NIOHTTPDecompression.ExtraDecompressionError where error == .invalidTrailingData {
                    try drain(channel, into: &whole, share)
                    return max(bytes.startIndex, place - ContentEncoding.trailerBytes)..<end
                }
                try drain(channel, into: &whole, share)
            }
            try channel.writeInbound(HTTPServerRequestPart.end(nil))
            try drain(channel, into: &whole, share)
            return nil
        } catch NIOHTTPDecompression.DecompressionError.limit {
            throw .tooLarge(limit: limit)
        } catch let error as EdgeError {
            throw error
        } catch {
            throw invalid
        }
    }

    /// The length of the checksum and the content's length together (RFC 1952, section 2.3.1).
    private static let trailerBytes = 8

    /// Finds the end of a member. The decompressor does not report it, so this looks for a trailer and a beginning.
    private func endOfMember(
        of content: ArraySlice<UInt8>, in bytes: ArraySlice<UInt8>, at places: Range<Int>
    ) -> Int? {
        var checksum = CRC32()
        checksum.add(Array(content))
        let trailer = [checksum.value, UInt32(truncatingIfNeeded: content.count)].flatMap { number in
            (0..<4).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
        }
        let boundary = trailer + [0x1F, 0x8B]
        return places.first { bytes[$0...].starts(with: boundary) }.map { $0 + ContentEncoding.trailerBytes }
    }

    private var invalid: EdgeError { .invalid("the body is not valid \(rawValue)") }

    private func drain(_ channel: EmbeddedChannel, into whole: inout [UInt8], _ share: BodyShare?) throws(EdgeError) {
        while let part = try? channel.readInbound(as: HTTPServerRequestPart.self) {
            guard case .body(let bytes) = part else { continue }
            try share?.add(bytes.readableBytes)
            whole.append(contentsOf: bytes.readableBytesView)
        }
    }
}
