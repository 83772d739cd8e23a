import HTTPTypes
import NIOCore
import Synchronization

/// A file that was built into the program. Its hash and its compressed form are computed on first use and kept.
///
/// Only these files are sent compressed. They are public and the same for all, while API answers mix secrets with text
/// from the caller, and a compressed length would reveal something about both (RFC 9113, section 10.6).
final class EmbeddedFile: Sendable {
    let content: ByteBuffer
    private let prepared = Mutex<Prepared?>(nil)

    private struct Prepared {
        /// Weak, because both encodings share it (RFC 9110, section 8.8.1).
        var tag: String
        /// The bytes in gzip; nil if that is no shorter.
        var compressed: ByteBuffer?
    }

    init(_ content: ByteBuffer) { self.content = content }

    /// The file, in gzip if the client accepts it, or 304 if the client already has it.
    ///
    /// - Parameter fields: Further header fields, even for 304.
    func answer(_ contentType: HTTPField, fields: [HTTPField] = [], for request: EdgeRequest) -> Answer {
        let prepared = prepare()
        var answer = Answer(.ok, contentType, content)
        answer.fields = fields + [.variesByEncoding]
        answer = answer.tagged(prepared.tag, for: request)
        if answer.body != nil, let compressed = prepared.compressed, request.headers.acceptsGzip {
            answer.body = compressed
            answer.fields.append(.gzip)
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
}

extension HTTPField {
    fileprivate static let gzip = HTTPField(name: .contentEncoding, value: "gzip")
    fileprivate static let variesByEncoding = HTTPField(name: .vary, value: "Accept-Encoding")
}
