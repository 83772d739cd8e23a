import NIOCore
import NIOEmbedded
import NIOHTTP1
import NIOHTTPCompression

/// RFC 1952; nil if it fails.
func gzip(_ content: ByteBuffer) -> ByteBuffer? {
    let channel = EmbeddedChannel(handler: HTTPResponseCompressor())
    defer { _ = try? channel.finish(acceptAlreadyClosed: true) }
    do {
        let accepts = HTTPRequestHead(version: .http1_1, method: .GET, uri: "/", headers: ["Accept-Encoding": "gzip"])
        try channel.writeInbound(HTTPServerRequestPart.head(accepts))
        try channel.writeOutbound(HTTPServerResponsePart.head(HTTPResponseHead(version: .http1_1, status: .ok)))
        try channel.writeOutbound(HTTPServerResponsePart.body(.byteBuffer(content)))
        try channel.writeOutbound(HTTPServerResponsePart.end(nil))
        var whole = ByteBuffer()
        while let part = try channel.readOutbound(as: HTTPServerResponsePart.self) {
            guard case .body(.byteBuffer(var bytes)) = part else { continue }
            whole.writeBuffer(&bytes)
        }
        return whole.readableBytes > 0 ? whole : nil
    } catch {
        return nil
    }
}

extension RequestHeaders {
    /// RFC 9110, section 12.5.3: prefers gzip, or has no preference.
    var acceptsGzip: Bool {
        guard let acceptEncoding else { return false }
        var weights: [String: Double] = [:]
        for (item, weight) in acceptEncoding.weightedItems {
            let name = item.lowercased()
            weights[name == "x-gzip" ? "gzip" : name] = weight
        }
        let gzip = weights["gzip"] ?? weights["*"] ?? 0
        return gzip > 0 && gzip >= weights["identity"] ?? 0
    }
}
