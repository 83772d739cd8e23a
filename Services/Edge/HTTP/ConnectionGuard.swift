// What a connection's client may keep the edge waiting for, watched in the channel itself.

import HTTPTypes
import Models
import NIOCore
import NIOHTTP1
import NIOHTTPTypes

/// Watches one connection: ends requests that arrive too slowly, answers what is no HTTP, and tells the connection when
/// its client hangs up.
///
/// A request that arrives at once, as nearly all do, costs no timer.
final class ConnectionGuard: ChannelDuplexHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPRequestPart
    typealias InboundOut = HTTPRequestPart
    typealias OutboundIn = HTTPResponsePart
    typealias OutboundOut = HTTPResponsePart

    private let connection: Connection
    private let requestTimeout: TimeAmount
    /// Answers what is no HTTP at all.
    private let refuse: @Sendable (EdgeError) -> (HTTPResponse, ByteBuffer)

    /// Whether the head of a request is here and its end is not.
    private var isInsideRequest = false
    /// Whether any part came since the last time all bytes were read; if not, they belong to an unfinished head.
    private var sawPart = false
    private var unanswered = 0
    private var isGivenUp = false
    private var deadline: Scheduled<Void>?

    init(
        _ connection: Connection, requestTimeout: Duration,
        refuse: @escaping @Sendable (EdgeError) -> (HTTPResponse, ByteBuffer)
    ) {
        self.connection = connection
        self.requestTimeout = TimeAmount(requestTimeout)
        self.refuse = refuse
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        sawPart = true
        switch Self.unwrapInboundIn(data) {
        case .head:
            isInsideRequest = true
            unanswered += 1
        case .body: break
        case .end:
            isInsideRequest = false
            cancelDeadline()
        }
        context.fireChannelRead(data)
    }

    func channelReadComplete(context: ChannelHandlerContext) {
        let isInsideHead = !sawPart && !isInsideRequest
        sawPart = false
        if isInsideRequest || isInsideHead, deadline == nil, !isGivenUp { startDeadline(context) }
        context.fireChannelReadComplete()
    }

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        if case .end = Self.unwrapOutboundIn(data) { unanswered -= 1 }
        context.write(data, promise: promise)
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        guard !isGivenUp else { return }
        isGivenUp = true
        cancelDeadline()
        guard error is HTTPParserError || error is EdgeError, unanswered == 0 else {
            context.fireErrorCaught(error)
            return
        }
        var refusal = (error as? EdgeError) ?? .invalid("this is not HTTP")
        if case HTTPParserError.headerOverflow = error {
            refusal = EdgeError(
                .invalidRequest, "the headers are too large", status: .requestHeaderFieldsTooLarge)
        }
        let (head, body) = refuse(refusal)
        context.write(Self.wrapOutboundOut(.head(head)), promise: nil)
        context.write(Self.wrapOutboundOut(.body(body)), promise: nil)
        context.writeAndFlush(Self.wrapOutboundOut(.end(nil)), promise: nil)
        context.close(promise: nil)
    }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        switch event {
        case ChannelEvent.inputClosed:
            connection.releaseSlot()
            // The rest of an unfinished request will never come.
            if isInsideRequest { context.close(promise: nil) }
        case is ChannelShouldQuiesceEvent where isInsideRequest:
            context.close(promise: nil)
        default: break
        }
        context.fireUserInboundEventTriggered(event)
    }

    func channelInactive(context: ChannelHandlerContext) {
        cancelDeadline()
        connection.releaseSlot()
        context.fireChannelInactive()
    }

    func handlerRemoved(context: ChannelHandlerContext) { cancelDeadline() }

    private func startDeadline(_ context: ChannelHandlerContext) {
        deadline = context.eventLoop.assumeIsolated().scheduleTask(in: requestTimeout) {
            self.deadline = nil
            guard !self.isGivenUp else { return }
            if self.unanswered == 0 {
                self.errorCaught(context: context, error: EdgeError.requestTooSlow)
            } else {
                // The request's own task answers it, and the connection is closed behind that answer.
                self.isGivenUp = true
                context.fireErrorCaught(EdgeError.requestTooSlow)
            }
        }
    }

    private func cancelDeadline() {
        deadline?.cancel()
        deadline = nil
    }
}
