import HTTPTypes
import NIOCore
import NIOHTTP1
import NIOHTTPTypes

/// Encodes answers as HTTP/1.1 (RFC 9112). The head, a short body and the end are one piece. Fields are valid by type.
final class AnswerEncoder: ChannelOutboundHandler, RemovableChannelHandler {
    typealias OutboundIn = HTTPResponsePart
    typealias OutboundOut = ByteBuffer

    /// The bytes that are enough for nearly all heads with their bodies.
    private static let usualBytes = 512
    /// The longest body that is copied, in bytes. A longer body is sent as its own buffer.
    private static let maximumCopied = 4096

    private var gathered: ByteBuffer?
    private var isChunked = false

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        switch Self.unwrapOutboundIn(data) {
        case .head(let head):
            isChunked = gather(context) { $0.write(head) }
        case .body(let bytes):
            guard bytes.readableBytes > 0 else { break }
            if isChunked { gather(context) { $0.writeString(String(bytes.readableBytes, radix: 16) + "\r\n") } }
            if bytes.readableBytes > Self.maximumCopied {
                pass(on: context, promise: nil)
                gathered = bytes
                if isChunked { pass(on: context, promise: nil) }
            } else {
                gather(context) { $0.writeImmutableBuffer(bytes) }
            }
            if isChunked { gather(context) { $0.writeStaticString("\r\n") } }
        case .end(let trailers):
            guard isChunked else { break }
            gather(context) { bytes in
                bytes.writeStaticString("0\r\n")
                bytes.write(trailers ?? [:])
            }
        }
        guard let promise else { return }
        if gathered == nil { gather(context) { _ in } }
        pass(on: context, promise: promise)
    }

    func flush(context: ChannelHandlerContext) {
        pass(on: context, promise: nil)
        context.flush()
    }

    @discardableResult
    private func gather<Value>(_ context: ChannelHandlerContext, _ write: (inout ByteBuffer) -> Value) -> Value {
        var bytes = gathered ?? context.channel.allocator.buffer(capacity: Self.usualBytes)
        // This gives up the other reference to the memory, so that the bytes are not copied.
        gathered = nil
        defer { gathered = bytes }
        return write(&bytes)
    }

    private func pass(on context: ChannelHandlerContext, promise: EventLoopPromise<Void>?) {
        guard let bytes = gathered else { return }
        gathered = nil
        context.write(Self.wrapOutboundOut(bytes), promise: promise)
    }
}

extension ByteBuffer {
    fileprivate mutating func write(_ head: HTTPResponse) -> Bool {
        let status = HTTPResponseStatus(statusCode: head.status.code, reasonPhrase: head.status.reasonPhrase)
        writeStaticString("HTTP/1.1 ")
        writeString(String(status.code))
        writeStaticString(" ")
        writeString(status.reasonPhrase)
        writeStaticString("\r\n")
        write(head.headerFields)
        return head.headerFields.contains { $0.name == .transferEncoding && $0.value == "chunked" }
    }

    fileprivate mutating func write(_ fields: HTTPFields) {
        for field in fields {
            writeString(field.name.rawName)
            writeStaticString(": ")
            writeString(field.value)
            writeStaticString("\r\n")
        }
        writeStaticString("\r\n")
    }
}
