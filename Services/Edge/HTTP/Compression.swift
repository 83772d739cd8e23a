// Bodies that go compressed, and whether a client takes them so.

import NIOCore
import NIOEmbedded
import NIOHTTP1
import NIOHTTPCompression

/// Bytes in gzip (RFC 1952); nil where they cannot be compressed.
func gzip(_ content: ByteBuffer) -> ByteBuffer? {
    // The compressor is a channel handler; a channel of its own, without a socket, gives it what it needs.
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
    /// Whether the client takes gzip, and likes it no less than what is not encoded (RFC 9110, section 12.5.3).
    var acceptsGzip: Bool {
        guard let acceptEncoding else { return false }
        var weights: [String: Double] = [:]
        for entry in acceptEncoding.split(separator: ",") {
            let parts = entry.split(separator: ";").map { $0.trimmingWhitespace }
            guard let name = parts.first?.lowercased(), !name.isEmpty else { continue }
            weights[name == "x-gzip" ? "gzip" : name] = parts.dropFirst().first.map(weight) ?? 1
        }
        let gzip = weights["gzip"] ?? weights["*"] ?? 0
        return gzip > 0 && gzip >= weights["identity"] ?? 0
    }
}

/// The value of a parameter `q`, from 0 to 1; 0 for what is none (RFC 9110, section 12.4.2).
private func weight(_ parameter: Substring) -> Double {
    guard parameter.lowercased().hasPrefix("q="), let value = Double(parameter.dropFirst(2)), (0...1).contains(value)
    else { return 0 }
    return value
}

extension Substring {
    fileprivate var trimmingWhitespace: Substring {
        var rest = drop { $0 == " " || $0 == "\t" }
        while rest.last == " " || rest.last == "\t" { rest.removeLast() }
        return rest
    }
}
