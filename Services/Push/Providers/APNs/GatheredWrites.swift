import NIOCore

/// Collects writes between HTTP/2 and TLS: many requests share one TLS record and one system call. Each frame can be
/// flushed on its own, which preserves the order.
final class GatheredWrites: ChannelOutboundHandler, RemovableChannelHandler {
    typealias OutboundIn = IOData
    typealias OutboundOut = IOData

    /// The most bytes that are collected. Further bytes are written at once.
    private static let largest = 64 << 10

    private var gathered = ByteBuffer()
    private var context: ChannelHandlerContext?
    private var isHolding = false
    private var mustFlush = false

    func together(_ body: () -> Void) {
        isHolding = true
        body()
        isHolding = false
        if mustFlush { release() }
    }

    func handlerAdded(context: ChannelHandlerContext) { self.context = context }
    func handlerRemoved(context: ChannelHandlerContext) { self.context = nil }

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        guard promise == nil, case .byteBuffer(var bytes) = unwrapOutboundIn(data) else {
            pass()
            return context.write(data, promise: promise)
        }
        gathered.writeBuffer(&bytes)
        if gathered.readableBytes >= GatheredWrites.largest { release() }
    }

    func flush(context: ChannelHandlerContext) {
        if isHolding { mustFlush = true } else { release() }
    }

    func close(context: ChannelHandlerContext, mode: CloseMode, promise: EventLoopPromise<Void>?) {
        release()
        context.close(mode: mode, promise: promise)
    }

    private func release() {
        mustFlush = false
        pass()
        context?.flush()
    }

    private func pass() {
        guard gathered.readableBytes > 0 else { return }
        context?.write(wrapOutboundOut(.byteBuffer(gathered)), promise: nil)
        gathered.clear()
    }
}
