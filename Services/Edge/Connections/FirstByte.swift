// A connection before its first byte.

import Models
import NIOCore

/// Waits for the first byte of a connection and only then sets up what reads HTTP, so that a connection that says
/// nothing costs little, and not for long.
final class FirstByte: ChannelInboundHandler, RemovableChannelHandler {
    typealias InboundIn = ByteBuffer
    typealias InboundOut = ByteBuffer

    private let timeout: TimeAmount
    private let isEnding: () -> Bool
    private let setUp: (any Channel) throws -> Void
    private var deadline: Scheduled<Void>?

    init(timeout: TimeAmount, isEnding: @escaping () -> Bool, setUp: @escaping (any Channel) throws -> Void) {
        self.timeout = timeout
        self.isEnding = isEnding
        self.setUp = setUp
    }

    func channelActive(context: ChannelHandlerContext) {
        context.fireChannelActive()
        // Whoever told the others to end may have come too early for this one.
        guard !isEnding() else { return context.close(promise: nil) }
        deadline = context.eventLoop.assumeIsolated().scheduleTask(in: timeout) { context.close(promise: nil) }
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        cancelDeadline()
        do {
            try setUp(context.channel)
        } catch {
            return context.close(promise: nil)
        }
        context.fireChannelRead(data)
        context.pipeline.syncOperations.removeHandler(context: context, promise: nil)
    }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        switch event {
        case ChannelEvent.inputClosed, is ChannelShouldQuiesceEvent: context.close(promise: nil)
        default: context.fireUserInboundEventTriggered(event)
        }
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) { context.close(promise: nil) }

    func handlerRemoved(context: ChannelHandlerContext) { cancelDeadline() }

    private func cancelDeadline() {
        deadline?.cancel()
        deadline = nil
    }
}
