import HTTPTypes
import NIOCore
import NIOHTTP1

/// Ends requests whose chunks are mostly extensions and sizes. The parser drops these silently, so a client could send them
/// outside every limit on bodies. This handler counts bytes before the parser; `RequestHeadCheck` behind it reports what
/// became of them.
final class FramingBudget: ChannelInboundHandler, RemovableChannelHandler {
    typealias InboundIn = ByteBuffer
    typealias InboundOut = ByteBuffer

    /// In bytes, for every request. Each byte of body allows more: a chunk of one byte has five bytes of overhead.
    static let free = 16_384
    static let perBodyByte = 8

    private var isInsideBody = false
    /// The bytes of such a read cannot be attributed.
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

    /// The parser reports the same error for it as for bytes that are not HTTP.
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
