import NIOCore
import NIOTLS

/// Only one command waits at a time, because nothing is pipelined.
final class SMTPReplyHandler: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer

    struct OutOfStep: Error {}

    private var reader = SMTPReplyReader()
    private var waiting: EventLoopPromise<SMTPReply>?
    private var handshake: EventLoopPromise<Void>?
    private var failure: (any Error)?

    /// TLS may start only then: an attacker in between could have inserted bytes.
    var isQuiet: Bool { failure == nil && reader.isBetweenReplies }

    func expect(_ promise: EventLoopPromise<SMTPReply>) {
        guard failure == nil, waiting == nil else { return promise.fail(failure ?? OutOfStep()) }
        waiting = promise
    }

    func expectHandshake(_ promise: EventLoopPromise<Void>) {
        guard failure == nil else { return promise.fail(failure ?? OutOfStep()) }
        handshake = promise
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        guard failure == nil else { return }
        let replies: [SMTPReply]
        do throws(SMTPReplyReader.Malformed) {
            replies = try reader.read(unwrapInboundIn(data).readableBytesView)
        } catch {
            return end(context, error)
        }
        for reply in replies {
            guard let promise = waiting else { return end(context, OutOfStep()) }
            waiting = nil
            promise.succeed(reply)
        }
    }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        if case .handshakeCompleted = event as? TLSUserEvent {
            handshake?.succeed()
            handshake = nil
        }
        context.fireUserInboundEventTriggered(event)
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) { end(context, error) }

    func channelInactive(context: ChannelHandlerContext) {
        fail(ChannelError.eof)
        context.fireChannelInactive()
    }

    private func end(_ context: ChannelHandlerContext, _ error: any Error) {
        fail(error)
        context.close(promise: nil)
    }

    func fail(_ error: any Error) {
        // Later errors are only consequences.
        if failure == nil { failure = error }
        waiting?.fail(error)
        handshake?.fail(error)
        (waiting, handshake) = (nil, nil)
    }
}
