// How much of what a client sends as a body may be no body.

import NIOCore
import NIOHTTP1

/// Ends requests whose chunks are mostly extensions and sizes. The parser drops these without a word, so a client could
/// send them for as long as a request may take, beside every bound of bodies.
///
/// Stands before the parser, where it counts bytes; `RequestHeadCheck` behind it tells what became of them.
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

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        let count = Self.unwrapInboundIn(data).readableBytes
        (hasBoundary, bodyOfRead) = (false, 0)
        context.fireChannelRead(data)
        guard isInsideBody, !hasBoundary else { return }
        body += bodyOfRead
        others += max(0, count - bodyOfRead)
        guard others > FramingBudget.free + FramingBudget.perBodyByte * body else { return }
        isInsideBody = false
        var error = EdgeError.invalid("the chunks of the body hold too little of it")
        error.closesConnection = true
        context.fireErrorCaught(error)
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
