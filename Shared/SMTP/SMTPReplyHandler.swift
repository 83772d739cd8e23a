// The end of a connection's pipeline: gives each reply to whoever waits for it.

import NIOCore
import NIOTLS

/// Gives each reply of the server to whoever waits for it. One waits at a time, since nothing is pipelined.
final class SMTPReplyHandler: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer

    /// Something was said that nobody had asked for, or what is no SMTP.
    struct OutOfStep: Error {}

    private var reader = SMTPReplyReader()
    private var waiting: EventLoopPromise<SMTPReply>?
    private var handshake: EventLoopPromise<Void>?
    /// Why no reply comes any more.
    private var failure: (any Error)?

    /// Whether the server has said nothing beyond the reply that was read last. Before TLS begins it must not have:
    /// whoever is in between could have put it there.
    var isQuiet: Bool { failure == nil && reader.isBetweenReplies }

    /// Has the next reply kept for a promise.
    func expect(_ promise: EventLoopPromise<SMTPReply>) {
        guard failure == nil, waiting == nil else { return promise.fail(failure ?? OutOfStep()) }
        waiting = promise
    }

    /// Keeps a promise when TLS has come about.
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

    /// Ends all waiting; what comes later waits for nothing.
    func fail(_ error: any Error) {
        // What follows on the first only tells of the end.
        if failure == nil { failure = error }
        waiting?.fail(error)
        handshake?.fail(error)
        (waiting, handshake) = (nil, nil)
    }
}
