import CEdgeDocuments
import HTTPTypes
import Models
import NIOCore
import NIOEmbedded
import NIOHTTP1
import NIOHTTPCompression
import Synchronization

/// A file that is built into the program. Its hash and compressed form are computed on first use. Only these files are
/// compressed, because they are public. API answers mix secrets with text from the caller, so a compressed length would
/// reveal something about both (RFC 9113, section 10.6).
final class EmbeddedFile: Sendable {
    let content: ByteBuffer
    private let prepared = Mutex<Prepared?>(nil)

    private struct Prepared {
        /// The ETag, which is weak, because both encodings share it (RFC 9110, section 8.8.1).
        var tag: String
        /// The gzip form; nil if it is not shorter.
        var compressed: ByteBuffer?
    }

    init(_ content: ByteBuffer) { self.content = content }

    /// Answers the file, in gzip if the client accepts it, or 304 if the client has it. `fields` also go to a 304.
    func answer(_ contentType: HTTPField, fields: [HTTPField] = [], for request: EdgeRequest) -> Answer {
        let prepared = prepare()
        var answer = Answer(.ok, contentType, content)
        answer.fields = fields + [HTTPField(name: .vary, value: "Accept-Encoding")]
        answer = answer.tagged(prepared.tag, for: request)
        if answer.body != nil, let compressed = prepared.compressed, request.headers.acceptsGzip {
            answer.body = compressed
            answer.fields.append(HTTPField(name: .contentEncoding, value: "gzip"))
        }
        return answer
    }

    private func prepare() -> Prepared {
        prepared.withLock { prepared in
            if let prepared { return prepared }
            let compressed = gzip(content)
            let made = Prepared(
                tag: entityTag(of: content),
                compressed: compressed.flatMap { $0.readableBytes < content.readableBytes ? $0 : nil })
            prepared = made
            return made
        }
    }

    fileprivate convenience init(_ document: edge_document) {
        self.init(ByteBuffer(bytes: UnsafeBufferPointer(start: document.bytes, count: document.count)))
    }
}

extension Answer {
    /// Answers a file. Throws 404 for an unknown name, and for a template.
    init(file: EmbeddedFile?, named name: String, for request: EdgeRequest) throws(EdgeError) {
        guard let file, let type = fileType(of: name) else { throw EdgeError(.notFound, "") }
        // A browser may store the file but revalidates it each time, because a new version of the server may change it.
        let fields = [HTTPField(name: .cacheControl, value: "no-cache")]
        self = file.answer(HTTPField(name: .contentType, value: type), fields: fields, for: request)
    }
}

private func fileType(of name: String) -> String? {
    switch name.split(separator: ".").last {
    case "css": "text/css; charset=utf-8"
    case "js": "text/javascript; charset=utf-8"
    case "json": "application/json; charset=utf-8"
    case "svg": "image/svg+xml"
    case "yaml": "application/yaml"
    default: nil
    }
}

enum EmbeddedDocument {
    static let openAPI = EmbeddedFile(edge_document_openapi())
    static let operatorsOpenAPI = EmbeddedFile(edge_document_openapi_operators())

    static let ecoveloSDK = EmbeddedFile(edge_document_ecovelo_sdk())

    /// The files of Clients/Pages and Clients/Map, by names without the folder.
    static let pages = map.merging(files(edge_page_count(), edge_page_at)) { $1 }

    /// The files of Clients/Console and Clients/Map, by names without the folder.
    static let console = map.merging(files(edge_console_file_count(), edge_console_file_at)) { $1 }

    /// The files of Clients/Map, for the map of the console and of the pages of share links.
    private static let map = files(edge_map_file_count(), edge_map_file_at)

    private static func files(_ count: Int, _ fileAt: (Int) -> edge_page) -> [String: EmbeddedFile] {
        var files: [String: EmbeddedFile] = [:]
        for position in 0..<count {
            let file = fileAt(position)
            files[String(cString: file.name)] = EmbeddedFile(file.document)
        }
        return files
    }
}

/// Compresses with gzip (RFC 1952); nil if compressing fails.
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
    /// Whether the client accepts gzip, and does not prefer an unencoded answer (RFC 9110, section 12.5.3).
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
