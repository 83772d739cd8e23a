// How much of what a client sends as a body may be no body.

import HTTPTypes
import NIOCore
import NIOHTTP1

/// Ends requests whose chunks are mostly extensions and sizes. The parser drops these without a word, so a client could
/// send them for as long as a request may take, beside every bound of bodies.
///
/// Stands before the parser, where it counts bytes; `RequestHeadCheck` behind it tells what became of them, and asks
/// what they were where the parser does not say.
final class FramingBudget: ChannelInboundHandler, RemovableChannelHandler {
    typealias InboundIn = ByteBuffer
    typealias InboundOut = ByteBuffer

    /// So many bytes that are no body are free, and so many more for each byte of body: a chunk of one byte has five.
    static let free = 16_384
    static let perBodyByte = 8

    private var isInsideBody = false
    /// Whether a request began or ended in the present read, of which it is not known how much is whose.
    private var hasBoundary = false
    private var body = 0
    private var others = 0
    private var bodyOfRead = 0
    /// What is being read.
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

    /// Whether a request is being read whose method the parser does not know. It says no more of it than of bytes that
    /// are no HTTP.
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

    /// What the parser made of what was read.
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
