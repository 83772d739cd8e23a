import NIOCore
import NIOSSL
import NIOWebSocket
import Synchronization

/// The code and reason of a close frame (RFC 6455, section 7.4).
struct WebSocketEnd: Hashable, Sendable {
    let code: UInt16
    let reason: String

    static let goingAway = WebSocketEnd(1001)
    static let protocolError = WebSocketEnd(1002)
    static let notText = WebSocketEnd(1007)
    static let tooLarge = WebSocketEnd(1009)
    static let failure = WebSocketEnd(1011, "Internal Server Error")

    static func refused(_ reason: String) -> WebSocketEnd { WebSocketEnd(1008, reason) }

    /// Makes an end. A control frame has at most 125 bytes, two of them for the code, so a longer reason is cut.
    private init(_ code: UInt16, _ reason: String = "") {
        self.code = code
        var (kept, bytes) = (0, 0)
        for character in reason {
            bytes += character.utf8.count
            if bytes > 123 { break }
            kept += 1
        }
        self.reason = String(reason.prefix(kept))
    }

    var payload: ByteBuffer {
        var payload = ByteBuffer()
        payload.writeInteger(code)
        payload.writeString(reason)
        return payload
    }
}

/// The server's side of RFC 6455: joins fragments, answers pings and the close, and sends a ping every 30 s. It closes
/// the connection if the last ping has no answer. `@unchecked Sendable`: only the members under "The task" are used
/// from other threads.
final class WebSocket: ChannelDuplexHandler, @unchecked Sendable {
    typealias InboundIn = WebSocketFrame
    typealias OutboundIn = WebSocketFrame
    typealias OutboundOut = WebSocketFrame

    static let maximumMessageBytes = 16_384
    static let timeToSubscribe = TimeAmount.seconds(10)
    static let pingPause = TimeAmount.seconds(30)
    /// The time in which a slow client can read up to the close frame.
    private static let linger = TimeAmount.seconds(30)
    private static let lingerAtShutdown = TimeAmount.seconds(2)
    /// The number of waiting messages at which reading from the socket pauses.
    private static let maximumWaiting = 4

    private struct Inbox {
        var messages: [[UInt8]] = []
        var isSubscribed = false
        var isOver = false
    }

    private let eventLoop: any EventLoop
    private let inbox = Mutex(Inbox())
    private var context: ChannelHandlerContext?
    private var fragments: (bytes: ByteBuffer, isText: Bool)?
    private var isReadHeld = false
    private var hasAnsweredPing = true
    /// The answer to a ping, which is sent once the client has room. Of several pings, only the last needs an answer
    /// (RFC 6455, section 5.5.3).
    private var pong: ByteBuffer?
    private var hasSentClose = false
    private var timer: Scheduled<Void>?

    init(on eventLoop: any EventLoop) { self.eventLoop = eventLoop }

    // MARK: The task

    /// The signal for a message, for something to send, and for the end.
    let news = Signal()

    /// Whether the socket has ended: it receives and sends nothing more.
    var isOver: Bool { inbox.withLock { $0.isOver } }

    func takeMessage() -> [UInt8]? {
        let message = inbox.withLock { $0.messages.isEmpty ? nil : $0.messages.removeFirst() }
        if message != nil { eventLoop.execute { self.readOn() } }
        return message
    }

    /// Records that the client has subscribed. Without a subscription, the socket is closed after `timeToSubscribe`.
    func recordSubscription() { inbox.withLock { $0.isSubscribed = true } }

    /// Sends texts, and waits until they have left. Throws if the connection can no longer be written to.
    func send(_ texts: [[UInt8]]) async throws {
        try await eventLoop.flatSubmit { self.write(texts) }.get()
    }

    /// Sends the close frame, unless it was already sent.
    func end(_ end: WebSocketEnd) { eventLoop.execute { self.close(end, linger: Self.linger) } }

    // MARK: Messages

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        let frame = Self.unwrapInboundIn(data)
        if hasSentClose {
            if frame.opcode == .connectionClose { context.close(promise: nil) }
            return
        }
        // Each frame of a client must be masked, and no extension is in use (sections 5.1 and 5.2).
        guard frame.maskKey != nil, !frame.rsv1, !frame.rsv2, !frame.rsv3 else { return fail(.protocolError) }
        switch frame.opcode {
        case .text where fragments == nil, .binary where fragments == nil:
            add(frame, isText: frame.opcode == .text)
        case .continuation:
            guard let fragments else { return fail(.protocolError) }
            add(frame, isText: fragments.isText)
        case .ping:
            pong = frame.unmaskedData
            if context.channel.isWritable { sendPong(context) }
        case .pong: hasAnsweredPing = true
        case .connectionClose: answerClose(frame.unmaskedData, context)
        default: fail(.protocolError)
        }
    }

    private func add(_ frame: WebSocketFrame, isText: Bool) {
        var bytes = fragments?.bytes ?? ByteBuffer()
        // This gives up the other reference, so that the bytes are not copied.
        fragments = nil
        guard bytes.readableBytes + frame.length <= Self.maximumMessageBytes else { return fail(.tooLarge) }
        bytes.writeImmutableBuffer(frame.unmaskedData)
        guard frame.fin else {
            fragments = (bytes, isText)
            return
        }
        guard isText else { return fail(.refused("Binary messages are not supported")) }
        let message = Array(bytes.readableBytesView)
        guard String(validating: message, as: UTF8.self) != nil else { return fail(.notText) }
        inbox.withLock { $0.messages.append(message) }
        news.raise()
    }

    func read(context: ChannelHandlerContext) {
        isReadHeld = inbox.withLock { $0.messages.count } >= Self.maximumWaiting
        if !isReadHeld { context.read() }
    }

    private func readOn() {
        guard isReadHeld, let context else { return }
        read(context: context)
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        switch error {
        case NIOWebSocketError.invalidFrameLength: fail(.tooLarge)
        case is NIOWebSocketError: fail(.protocolError)
        // A malformed frame was already answered, so the bytes behind it are ignored.
        case is ByteToMessageDecoderError: break
        // An event about the end follows.
        case NIOSSLError.uncleanShutdown: break
        default: context.close(promise: nil)
        }
    }

    // MARK: Writing

    private func write(_ texts: [[UInt8]]) -> EventLoopFuture<Void> {
        guard let context, !hasSentClose, let last = texts.last else {
            return eventLoop.makeFailedFuture(ChannelError.ioOnClosedChannel)
        }
        for text in texts.dropLast() { context.write(Self.frame(.text, ByteBuffer(bytes: text)), promise: nil) }
        let written = context.eventLoop.makePromise(of: Void.self)
        context.writeAndFlush(Self.frame(.text, ByteBuffer(bytes: last)), promise: written)
        return written.futureResult
    }

    private static func frame(_ opcode: WebSocketOpcode, _ bytes: ByteBuffer) -> NIOAny {
        wrapOutboundOut(WebSocketFrame(fin: true, opcode: opcode, data: bytes))
    }

    private func sendPong(_ context: ChannelHandlerContext) {
        guard let pong, !hasSentClose else { return }
        self.pong = nil
        context.writeAndFlush(Self.frame(.pong, pong), promise: nil)
    }

    func channelWritabilityChanged(context: ChannelHandlerContext) {
        if context.channel.isWritable { sendPong(context) }
        context.fireChannelWritabilityChanged()
    }

    // MARK: Ends

    private func fail(_ end: WebSocketEnd) { close(end, linger: Self.linger) }

    /// Sends the close frame, and then closes only the outgoing side. So a client that still sends can read the frame.
    private func close(_ end: WebSocketEnd, linger: TimeAmount) {
        guard let context, !hasSentClose else { return }
        hasSentClose = true
        recordOver()
        context.writeAndFlush(Self.frame(.connectionClose, end.payload), promise: nil)
        context.close(mode: .output, promise: nil)
        schedule(linger) { self.context?.close(promise: nil) }
    }

    /// Answers a close frame with the client's code (section 5.5.1).
    private func answerClose(_ payload: ByteBuffer, _ context: ChannelHandlerContext) {
        let code = payload.getInteger(at: payload.readerIndex, as: UInt16.self)
        let reason = payload.readableBytesView.dropFirst(2)
        guard payload.readableBytes == 0 || code.map(Self.isOfClients) == true else { return fail(.protocolError) }
        guard String(validating: reason, as: UTF8.self) != nil else { return fail(.notText) }
        hasSentClose = true
        recordOver()
        var answer = ByteBuffer()
        if let code { answer.writeInteger(code) }
        let written = context.eventLoop.makePromise(of: Void.self)
        written.futureResult.assumeIsolated().whenComplete { _ in self.context?.close(promise: nil) }
        context.writeAndFlush(Self.frame(.connectionClose, answer), promise: written)
        schedule(Self.lingerAtShutdown) { self.context?.close(promise: nil) }
    }

    /// Whether a client may send this code (section 7.4). Other codes are reserved, or mean that no code was sent.
    private static func isOfClients(_ code: UInt16) -> Bool {
        switch code {
        case 1000...1003, 1007...1014, 3000...4999: true
        default: false
        }
    }

    private func recordOver() {
        fragments = nil
        inbox.withLock { $0.isOver = true }
        news.raise()
    }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        switch event {
        case ChannelEvent.inputClosed: context.close(promise: nil)
        case is ChannelShouldQuiesceEvent:
            if hasSentClose { context.close(promise: nil) } else { close(.goingAway, linger: Self.lingerAtShutdown) }
        default: break
        }
        context.fireUserInboundEventTriggered(event)
    }

    func channelInactive(context: ChannelHandlerContext) {
        recordOver()
        context.fireChannelInactive()
    }

    // MARK: Time

    func handlerAdded(context: ChannelHandlerContext) {
        self.context = context
        schedule(Self.timeToSubscribe) {
            guard self.inbox.withLock({ $0.isSubscribed }) else { return self.fail(.refused("Subscription required")) }
            self.schedule(Self.pingPause - Self.timeToSubscribe) { self.ping() }
        }
    }

    func handlerRemoved(context: ChannelHandlerContext) {
        timer?.cancel()
        recordOver()
        self.context = nil
    }

    private func ping() {
        guard let context else { return }
        guard hasAnsweredPing else { return context.close(promise: nil) }
        hasAnsweredPing = false
        context.writeAndFlush(Self.frame(.ping, ByteBuffer()), promise: nil)
        schedule(Self.pingPause) { self.ping() }
    }

    /// Starts a timer, which replaces the earlier timer.
    private func schedule(_ time: TimeAmount, _ work: @escaping () -> Void) {
        timer?.cancel()
        timer = eventLoop.assumeIsolated().scheduleTask(in: time, work)
    }
}

extension ConnectionParts {
    /// Changes to the protocol of WebSockets. Call it after the answer 101.
    func openWebSocket() async throws -> WebSocket {
        let socket = WebSocket(on: eventLoop)
        let decoder = WebSocketFrameDecoder(maxFrameSize: WebSocket.maximumMessageBytes)
        try await replaceHTTP(with: [ByteToMessageHandler(decoder), WebSocketFrameEncoder(), socket])
        return socket
    }
}
