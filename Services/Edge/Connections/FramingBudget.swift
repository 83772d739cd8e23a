import HTTPTypes
import NIOCore
import NIOHTTP1

/// Ends requests whose chunks are mostly extensions and sizes. The parser drops these silently, so a client could send
/// them for as long as a request may take, outside every limit on bodies.
///
/// It sits before the parser and counts bytes. `RequestHeadCheck` behind the parser reports what became of them, and
/// asks for the raw bytes if the parser does not say.
final class FramingBudget: ChannelInboundHandler, RemovableChannelHandler {
    typealias InboundIn = ByteBuffer
    typealias InboundOut = ByteBuffer

    /// The overhead allowed for every request, in bytes. Each byte of body allows more: a chunk of one byte has five
    /// bytes of overhead.
    static let free = 16_384
    static let perBodyByte = 8

    private var isInsideBody = false
    /// Whether a request began or ended in the current read, so that its bytes cannot be attributed.
    private var hasBoundary = false
    private var body = 0
    private var others = 0
    private var bodyOfRead = 0
    private var read: ByteBuffer?

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        let bytes = Self.unwrapInboundIn(data)
        let count = bytes.readableBytes
        read = bytes
        (hasBoundary, bodyOfRead) = (false, 0)
        context.fireChannelRead(data)
        read = nil
        guard isInsideBody, !hasBoundary else { return }
        body += bodyOfRead
        others += max(0, count - bodyOfRead)
        guard others > FramingBudget.free + FramingBudget.perBodyByte * body else { return }
        isInsideBody = false
        var error = EdgeError.invalid("the chunks of the body hold too little of it")
        error.closesConnection = true
        context.fireErrorCaught(error)
    }

    /// Whether the current read has a request with a method that the parser does not know. The parser reports the same
    /// error for it as for bytes that are not HTTP.
    var sawUnknownMethod: Bool {
        guard let read else { return false }
        return String(decoding: read.readableBytesView, as: UTF8.self).split(whereSeparator: \.isNewline).contains {
            line in
            let words = line.split(separator: " ", omittingEmptySubsequences: false)
            guard words.count == 3, words[2].hasPrefix("HTTP/1."), HTTPRequest.Method(String(words[0])) != nil,
                case .RAW = HTTPMethod(rawValue: String(words[0]))
            else { return false }
            return true
        }
    }

    /// Records what the parser made of the current read.
    func record(_ part: HTTPServerRequestPart) {
        switch part {
        case .head:
            (isInsideBody, hasBoundary) = (true, true)
            (body, others) = (0, 0)
        case .body(let bytes):
            bodyOfRead += bytes.readableBytes
        case .end:
            (isInsideBody, hasBoundary) = (false, true)
        }
    }
}
