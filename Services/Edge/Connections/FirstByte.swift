import Models
import NIOCore

/// Adds the HTTP handlers with the first byte, so that a silent connection costs little and is closed soon.
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
        // The end of the server may have been signalled before this connection was active.
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
