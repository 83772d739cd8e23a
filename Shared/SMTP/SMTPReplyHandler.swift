import NIOCore
import NIOTLS

/// Passes each reply of the server to the waiting command. Only one waits at a time, because nothing is pipelined.
final class SMTPReplyHandler: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer

    /// The server sent an unexpected reply, or bytes that are not SMTP.
    struct OutOfStep: Error {}

    private var reader = SMTPReplyReader()
    private var waiting: EventLoopPromise<SMTPReply>?
    private var handshake: EventLoopPromise<Void>?
    /// The reason why no reply follows.
    private var failure: (any Error)?

    /// Whether no byte has followed the last reply. This must hold before TLS starts: an attacker in between could have
    /// inserted bytes.
    var isQuiet: Bool { failure == nil && reader.isBetweenReplies }

    /// The next reply fulfils the promise.
    func expect(_ promise: EventLoopPromise<SMTPReply>) {
        guard failure == nil, waiting == nil else { return promise.fail(failure ?? OutOfStep()) }
        waiting = promise
    }

    /// The end of the TLS handshake fulfils the promise.
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

    /// Fails all waits, now and later.
    func fail(_ error: any Error) {
        // Later errors are only consequences.
        if failure == nil { failure = error }
        waiting?.fail(error)
        handshake?.fail(error)
        (waiting, handshake) = (nil, nil)
    }
}
