// One file that is part of the program: its bytes, compressed and plain, and by what a client knows that it has them.

import HTTPTypes
import NIOCore
import Synchronization

/// A file that is part of the program. What is made of its bytes is made once, when it is first asked for, and kept.
///
/// These files alone are sent compressed. They are the same for everybody, while answers of the API hold secrets beside
/// text of whoever calls, of which a compressed length tells (RFC 9113, section 10.6).
final class EmbeddedFile: Sendable {
    /// The bytes as they are.
    let content: ByteBuffer
    private let prepared = Mutex<Prepared?>(nil)

    /// What is made of the bytes.
    private struct Prepared {
        /// Weak, since both encodings have the same one (RFC 9110, section 8.8.1).
        var tag: String
        /// The bytes in gzip; nil where that is no shorter.
        var compressed: ByteBuffer?
    }

    init(_ content: ByteBuffer) { self.content = content }

    /// The file, in gzip for a client that takes it, or 304 for one that says that it has it.
    ///
    /// - Parameter fields: What else stands in the head, also in that of 304.
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
