// Bodies that come compressed.

import Models
import NIOCore
import NIOEmbedded
import NIOHTTP1
import NIOHTTPCompression

/// How a body is encoded on its way.
enum ContentEncoding: String {
    case identity, gzip, deflate

    /// The encoding of a `Content-Encoding` header; 415 for one that is not known, or for several.
    init(_ header: String?) throws(EdgeError) {
        guard let header else {
            self = .identity
            return
        }
        let name = header.lowercased()
        guard let known = ContentEncoding(rawValue: name == "x-gzip" ? "gzip" : name) else {
            throw EdgeError(.unsupportedMediaType, "this content encoding is not supported")
        }
        self = known
    }

    /// The bytes before they were compressed: 413 when there are more than `limit`, 400 when `body` is not what the
    /// header says, 503 when `share` has no room for them.
    ///
    /// - Parameter share: nil for bytes that no client has sent.
    func decode(_ bytes: [UInt8], limit: Int, share: BodyShare? = nil) throws(EdgeError) -> [UInt8] {
        guard self != .identity, !bytes.isEmpty else { return bytes }
        // The decompressor is a channel handler; a channel of its own, without a socket, gives it what it needs.
        let channel = EmbeddedChannel(handler: NIOHTTPRequestDecompressor(limit: .size(limit)))
        defer { _ = try? channel.finish(acceptAlreadyClosed: true) }
        do {
            let head = HTTPRequestHead(
                version: .http1_1, method: .POST, uri: "/", headers: ["Content-Encoding": rawValue])
            try channel.writeInbound(HTTPServerRequestPart.head(head))
            var whole: [UInt8] = []
            var body = ByteBuffer(bytes: bytes)
            while let slice = body.readSlice(length: min(body.readableBytes, 16 << 10)), slice.readableBytes > 0 {
                try channel.writeInbound(HTTPServerRequestPart.body(slice))
                try drain(channel, into: &whole, share)
            }
            try channel.writeInbound(HTTPServerRequestPart.end(nil))
            try drain(channel, into: &whole, share)
            return whole
        } catch NIOHTTPDecompression.DecompressionError.limit {
            throw .tooLarge(limit: limit)
        } catch let error as EdgeError {
            throw error
        } catch {
            throw .invalid("the body is not valid \(rawValue)")
        }
    }

    private func drain(
        _ channel: EmbeddedChannel, into whole: inout [UInt8], _ share: BodyShare?
    ) throws(EdgeError) {
        while let part = try? channel.readInbound(as: HTTPServerRequestPart.self) {
            guard case .body(let bytes) = part else { continue }
            try share?.add(bytes.readableBytes)
            whole.append(contentsOf: bytes.readableBytesView)
        }
    }
}
