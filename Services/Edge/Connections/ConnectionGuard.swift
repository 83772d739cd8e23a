import HTTPTypes
import Models
import NIOCore
import NIOHTTP1
import NIOHTTPTypes
import NIOSSL

/// Ends requests that arrive too slowly and connections that stay quiet for too long, answers malformed HTTP, and
/// reports when the client hangs up. It starts no timer for bytes that arrive or leave at once.
final class ConnectionGuard: ChannelDuplexHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPRequestPart
    typealias InboundOut = HTTPRequestPart
    typealias OutboundIn = HTTPResponsePart
    typealias OutboundOut = HTTPResponsePart

    /// The time in which a client can read the last answer. Closing at once with unread bytes could discard it.
    private static let linger = TimeAmount.seconds(2)

    private let connection: Connection
    private let requestTimeout: TimeAmount
    private let idleTimeout: TimeAmount
    /// The fewest bytes that a client must read within the idle timeout.
    private let leastRead: Int
    private let refuse: @Sendable (EdgeError) -> (HTTPResponse, ByteBuffer)

    private var isInsideRequest = false
    /// Whether a part has arrived since the last read completed. If not, the bytes belong to an unfinished head.
    private var sawPart = false
    private var unanswered = 0
    private var isInsideAnswer = false
    /// Whether a streamed answer is in progress. It sends a part before its end.
    private var isStreaming = false
    /// The written bytes whose departure is not watched. The watched bytes follow them.
    private var unwatched = 0
    /// The bytes of answers that have not left.
    private var waiting = 0
    /// The bytes that have left since the last check of the client's pace.
    private var left = 0
    private var isGivenUp = false
    /// The error to send after the answers to earlier requests; nil while no such error waits.
    private var refusal: EdgeError?
    private var isQuiescing = false
    private var isInputClosed = false
    private var isOutputClosed = false
    private var deadline: Scheduled<Void>?
    private var idleCheck: Scheduled<Void>?
    /// The check of the client's pace, which runs while bytes wait for the client.
    private var pace: Scheduled<Void>?

    init(
        _ connection: Connection, requestTimeout: Duration, idleTimeout: Duration, leastReadingRate: Int = 0,
        refuse: @escaping @Sendable (EdgeError) -> (HTTPResponse, ByteBuffer)
    ) {
        self.connection = connection
        self.requestTimeout = TimeAmount(requestTimeout)
        self.idleTimeout = TimeAmount(idleTimeout)
        leastRead = max(1, Int(idleTimeout / .seconds(1) * Double(leastReadingRate)))
        self.refuse = refuse
    }

    // MARK: Requests

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        guard !isGivenUp else { return }
        sawPart = true
        switch Self.unwrapInboundIn(data) {
        case .head:
            isInsideRequest = true
            unanswered += 1
            connection.recordBusy()
        case .body: break
        case .end:
            isInsideRequest = false
            cancelDeadline()
            if unanswered == 0 { beginQuiet(context) }
        }
        context.fireChannelRead(data)
    }

    func channelReadComplete(context: ChannelHandlerContext) {
        let isInsideHead = !sawPart && !isInsideRequest
        sawPart = false
        if isInsideHead { connection.recordBusy() }
        if isInsideRequest || isInsideHead, deadline == nil, !isGivenUp { startDeadline(context) }
        context.fireChannelReadComplete()
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        guard !isGivenUp else { return }
        // The client ended TCP without ending TLS. The end's event follows, and HTTP shows whether a request is whole.
        if case NIOSSLError.uncleanShutdown = error { return }
        isGivenUp = true
        cancelDeadline()
        guard let refusal = refusal(for: error) else { return context.fireErrorCaught(error) }
        if unanswered == 0 {
            // The body broke off after its request was answered, so no further answer is possible.
            if isInsideRequest { context.close(promise: nil) } else { answer(refusal, context) }
        } else if isInsideRequest {
            // The request's own task sends the error. Then the connection is closed.
            context.fireErrorCaught(refusal)
        } else {
            self.refusal = refusal
        }
    }

    /// The error to send for malformed input; nil for an error of the connection itself.
    private func refusal(for error: any Error) -> EdgeError? {
        if let error = error as? EdgeError { return error }
        guard let error = error as? HTTPParserError else { return nil }
        var refusal = EdgeError.invalid("this is not HTTP")
        if case .headerOverflow = error {
            refusal = EdgeError(.invalidRequest, "the headers are too large", status: .requestHeaderFieldsTooLarge)
        }
        refusal.closesConnection = true
        return refusal
    }

    private func answer(_ refusal: EdgeError, _ context: ChannelHandlerContext) {
        let (head, body) = refuse(refusal)
        context.write(Self.wrapOutboundOut(.head(head)), promise: nil)
        context.write(Self.wrapOutboundOut(.body(body)), promise: nil)
        context.writeAndFlush(Self.wrapOutboundOut(.end(nil)), promise: nil)
        close(context: context, mode: .output, promise: nil)
    }

    // MARK: Answers

    /// The assumed size of a head in bytes. Heads differ little in size.
    private static let headBytes = 256
    /// After this number of bytes, and at the end of each answer, the departure of the bytes is watched.
    private static let watchedBytes = 4096

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        var isEnd = false
        switch Self.unwrapOutboundIn(data) {
        case .head:
            isInsideAnswer = true
            unwatched += Self.headBytes
        case .body(let bytes): unwatched += bytes.readableBytes
        case .end:
            isEnd = true
            (isInsideAnswer, isStreaming) = (false, false)
        }
        guard isEnd || isStreaming || unwatched >= Self.watchedBytes else {
            return context.write(data, promise: promise)
        }
        let bytes = unwatched
        unwatched = 0
        waiting += bytes
        let written = promise ?? context.eventLoop.makePromise(of: Void.self)
        written.futureResult.assumeIsolated().whenComplete { _ in
            self.waiting -= bytes
            self.left += bytes
            if self.waiting == 0 { self.endPace() }
            // An answer ends when the client has read it. Until then the connection is not quiet, so it is not closed.
            if isEnd { self.recordAnswered(context) }
        }
        context.write(data, promise: written)
    }

    func flush(context: ChannelHandlerContext) {
        context.flush()
        isStreaming = isInsideAnswer
        // Nearly always, no bytes wait here, so no timer starts.
        if waiting > 0, pace == nil { startPace(context) }
    }

    private func startPace(_ context: ChannelHandlerContext) {
        left = 0
        pace = context.eventLoop.assumeIsolated().scheduleTask(in: idleTimeout) {
            self.pace = nil
            if self.left < self.leastRead { context.close(promise: nil) } else { self.startPace(context) }
        }
    }

    private func endPace() {
        pace?.cancel()
        pace = nil
    }

    private func recordAnswered(_ context: ChannelHandlerContext) {
        unanswered -= 1
        if isQuiescing || isInputClosed, isLeftUnfinished { return context.close(promise: nil) }
        guard unanswered == 0 else { return }
        if let refusal {
            self.refusal = nil
            answer(refusal, context)
        } else if isQuiescing {
            context.flush()
            context.close(promise: nil)
        } else if !isInsideRequest {
            beginQuiet(context)
        }
    }

    private var isLeftUnfinished: Bool { isInsideRequest && unanswered <= 1 }

    func close(context: ChannelHandlerContext, mode: CloseMode, promise: EventLoopPromise<Void>?) {
        guard mode == .output else { return context.close(mode: mode, promise: promise) }
        isOutputClosed = true
        isGivenUp = true
        cancelDeadline()
        // The connection ends after all written bytes have left.
        let closed = promise ?? context.eventLoop.makePromise(of: Void.self)
        closed.futureResult.assumeIsolated().whenComplete { _ in
            if self.isInputClosed { return context.close(promise: nil) }
            self.deadline = context.eventLoop.assumeIsolated().scheduleTask(in: Self.linger) {
                context.close(promise: nil)
            }
        }
        context.close(mode: .output, promise: closed)
    }

    // MARK: Ends

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        switch event {
        case ChannelEvent.inputClosed:
            isInputClosed = true
            connection.recordHangUp()
            // The rest of an unfinished request will never arrive.
            if isLeftUnfinished || isOutputClosed { context.close(promise: nil) }
        case is ChannelShouldQuiesceEvent:
            if isLeftUnfinished || unanswered == 0 { context.close(promise: nil) }
            isQuiescing = true
        default: break
        }
        context.fireUserInboundEventTriggered(event)
    }

    func channelInactive(context: ChannelHandlerContext) {
        cancelTimers()
        connection.recordHangUp()
        context.fireChannelInactive()
    }

    func handlerRemoved(context: ChannelHandlerContext) { cancelTimers() }

    // MARK: Time

    private func startDeadline(_ context: ChannelHandlerContext) {
        deadline = context.eventLoop.assumeIsolated().scheduleTask(in: requestTimeout) {
            self.deadline = nil
            self.errorCaught(context: context, error: EdgeError.requestTooSlow)
        }
    }

    private func beginQuiet(_ context: ChannelHandlerContext) {
        connection.recordQuiet(at: .now())
        if idleCheck == nil { scheduleIdleCheck(context, in: idleTimeout) }
    }

    /// Sets the connection's one timer for all pauses. When it fires early, it is set again for the rest of the pause.
    private func scheduleIdleCheck(_ context: ChannelHandlerContext, in time: TimeAmount) {
        idleCheck = context.eventLoop.assumeIsolated().scheduleTask(in: time) {
            self.idleCheck = nil
            guard let quiet = self.connection.quiet else { return }
            let end = quiet + self.idleTimeout
            let now = NIODeadline.now()
            if end <= now { context.close(promise: nil) } else { self.scheduleIdleCheck(context, in: end - now) }
        }
    }

    private func cancelDeadline() {
        deadline?.cancel()
        deadline = nil
    }

    private func cancelTimers() {
        cancelDeadline()
        idleCheck?.cancel()
        idleCheck = nil
        endPace()
    }
}
