import Foundation
import Models
import NIOCore
import NIOHPACK
import NIOHTTP2
import ServiceSettings

/// Puts requests on the streams of one connection (RFC 9113). It writes frames itself: NIO's multiplexer creates a
/// channel per request, which at thousands per second costs more than the rest of sending. `NIOHTTP2Handler` handles
/// settings, pings, header compression, and the peer's windows; this class reopens the windows of this side. Use it
/// only on its event loop.
final class APNsStreams: ChannelInboundHandler {
    typealias InboundIn = HTTP2Frame
    typealias OutboundOut = HTTP2Frame

    enum Event: Sendable {
        case ended([EndedExchange])
        /// The peer's limit of streams, SETTINGS_MAX_CONCURRENT_STREAMS.
        case limit(Int)
        /// The peer accepts no further requests on this connection.
        case ending(reason: String?)
        case unreachable(any Error)
    }

    /// The largest answer in bytes. Apple's answers have less than 200.
    static let largestAnswer = 16 << 10
    /// The window of this side in bytes. It is reopened when it falls to `low`. It starts with `full` (RFC 9113,
    /// section 6.9.2).
    private static let window = (low: 32_768, full: 65_535)
    /// The pause between two checks whether waiting requests are cancelled, while the peer has no room and is silent.
    private static let pauseOfLooks = TimeAmount.seconds(1)
    /// The last number of a stream (RFC 9113, section 5.1.1).
    private static let last = HTTP2StreamID(Int(Int32.max) - 2)

    /// A request on a stream. It is a class, because each frame changes it, and copies would cost more.
    private final class Stream {
        let exchange: APNsExchange
        let deadline: NIODeadline
        /// The rest of the body, which waits for the peer's window; nil once the whole body has left.
        var rest: ByteBuffer?
        var window: Int
        var headers: HPACKHeaders?
        var body = ByteBuffer()

        init(_ exchange: APNsExchange, deadline: NIODeadline, rest: ByteBuffer?, window: Int) {
            self.exchange = exchange
            self.deadline = deadline
            self.rest = rest
            self.window = window
        }
    }

    private let writes: GatheredWrites
    private let timeout: TimeAmount
    private let notify: @Sendable (Event) -> Void
    private var context: ChannelHandlerContext?
    private var streams: [HTTP2StreamID: Stream] = [:]
    /// The requests that arrived just as the peer lowered its limit. They wait until enough streams are closed.
    private var held: CircularBuffer<(exchange: APNsExchange, deadline: NIODeadline)> = []
    private var next: HTTP2StreamID = 1
    private var limit = Int.max
    /// The rest of the connection's window, and the initial window of a stream (SETTINGS_INITIAL_WINDOW_SIZE).
    private var room = (connection: APNsStreams.window.full, stream: APNsStreams.window.full)
    private var partial: [HTTP2StreamID] = []
    private var isWriting = false
    private var isFull = false
    private var ended: [EndedExchange] = []
    private var timer: Scheduled<Void>?
    private var look: Scheduled<Void>?
    private var isReading = false
    /// Whether either side has announced the end of the connection (GOAWAY), so that no new stream begins.
    private var isEnding = false

    /// Makes the streams of a connection.
    /// - Parameters:
    ///   - writes: The handler between HTTP/2 and TLS.
    ///   - notify: Called on the event loop.
    init(over writes: GatheredWrites, timeout: Duration, notify: @escaping @Sendable (Event) -> Void) {
        self.writes = writes
        self.timeout = TimeAmount(timeout)
        self.notify = notify
    }

    // MARK: Requests

    func send(_ exchanges: some Sequence<APNsExchange>) {
        let deadline = NIODeadline.now() + timeout
        for exchange in exchanges { held.append((exchange, deadline)) }
        open()
        report()
    }

    /// Opens streams for waiting requests. It never fills the buffers of the following handlers, because a request
    /// there could not be cancelled.
    private func open() {
        if isEnding || context == nil { turnAway() }
        guard let context, !isWriting else { return }
        isWriting = true
        repeat {
            isFull = false
            writes.together {
                sendRests(context)
                openStreams(context)
            }
        } while isFull && context.channel.isWritable
        isWriting = false
        if next >= APNsStreams.last, !isEnding { leave(after: .maxID, nil) }
        watch()
        lookAgain()
    }

    private func openStreams(_ context: ChannelHandlerContext) {
        while streams.count < limit, next < APNsStreams.last, let (exchange, deadline) = held.first {
            let size = exchange.body.readableBytes
            guard size <= room.connection, isWritable(context) else { return }
            held.removeFirst()
            // If the window is too small for the body, the rest follows when the peer enlarges the window.
            let fits = size <= room.stream
            guard exchange.check.map({ fits ? $0.begin() : $0.isCurrent }) ?? true else {
                add(exchange, .failure(.outdated))
                continue
            }
            let stream = next
            next = next.advanced(by: 2)
            streams[stream] = Stream(
                exchange, deadline: deadline, rest: fits ? nil : exchange.body, window: room.stream)
            write(stream, .headers(.init(headers: exchange.headers)), context)
            if fits {
                write(exchange.body, isLast: true, of: stream, context)
            } else {
                // The frames are flushed one by one, because frames that are flushed together can leave in any order.
                context.flush()
                partial.append(stream)
                sendRest(of: stream, context)
            }
        }
    }

    private func sendRests(_ context: ChannelHandlerContext) {
        guard !partial.isEmpty else { return }
        for stream in partial { sendRest(of: stream, context) }
        partial.removeAll { streams[$0]?.rest == nil }
    }

    /// Sends as much of the body as the peer's window permits. The check runs when the rest fits completely: a body
    /// without its end is not a notification.
    private func sendRest(of stream: HTTP2StreamID, _ context: ChannelHandlerContext) {
        guard let open = streams[stream], var rest = open.rest, isWritable(context) else { return }
        let room = max(0, min(open.window, room.connection))
        let isLast = rest.readableBytes <= room
        guard open.exchange.check.map({ isLast ? $0.begin() : $0.isCurrent }) ?? true else {
            end(stream, .outdated)
            return reset(stream)
        }
        guard let part = isLast ? rest : rest.readSlice(length: room), part.readableBytes > 0 else { return }
        open.rest = isLast ? nil : rest
        open.window -= part.readableBytes
        write(part, isLast: isLast, of: stream, context)
    }

    private func isWritable(_ context: ChannelHandlerContext) -> Bool {
        if !context.channel.isWritable { isFull = true }
        return context.channel.isWritable
    }

    private func write(_ bytes: ByteBuffer, isLast: Bool, of stream: HTTP2StreamID, _ context: ChannelHandlerContext) {
        room.connection -= bytes.readableBytes
        write(stream, .data(.init(data: .byteBuffer(bytes), endStream: isLast)), context)
        context.flush()
    }

    private func write(_ stream: HTTP2StreamID, _ payload: HTTP2Frame.FramePayload, _ context: ChannelHandlerContext) {
        context.write(wrapOutboundOut(HTTP2Frame(streamID: stream, payload: payload)), promise: nil)
    }

    func close() {
        guard let context else { return }
        isEnding = true
        write(.rootStream, .goAway(lastStreamID: .rootStream, errorCode: .noError, opaqueData: nil), context)
        context.flush()
        context.close(promise: nil)
    }

    // MARK: Answers

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        isReading = true
        let frame = unwrapInboundIn(data)
        switch frame.payload {
        case .headers(let headers): read(headers, of: frame.streamID)
        case .data(let data): read(data, of: frame.streamID)
        case .rstStream(let code): end(frame.streamID, code == .refusedStream ? .refused : .lost)
        case .settings(.settings(let settings)):
            if let value = settings.last(where: { $0.parameter == .initialWindowSize })?.value {
                // The new initial window also applies to open streams (section 6.9.2).
                for stream in partial { streams[stream]?.window += value - room.stream }
                room.stream = value
            }
            guard let value = settings.last(where: { $0.parameter == .maxConcurrentStreams })?.value else { return }
            limit = value
            notify(.limit(value))
        case .goAway(let last, _, let debug):
            leave(after: last, debug.flatMap { APNsAnswerBody(json: Data($0.readableBytesView))?.reason })
        default: break
        }
    }

    func channelReadComplete(context: ChannelHandlerContext) {
        isReading = false
        if !held.isEmpty || !partial.isEmpty { open() }
        report()
    }

    func channelWritabilityChanged(context: ChannelHandlerContext) {
        if context.channel.isWritable, !isWriting, !held.isEmpty || !partial.isEmpty {
            open()
            report()
        }
        context.fireChannelWritabilityChanged()
    }

    private func read(_ headers: HTTP2Frame.FramePayload.Headers, of stream: HTTP2StreamID) {
        // The code ignores trailers and informational answers.
        if let open = streams[stream], open.headers == nil,
            headers.headers.first(name: ":status")?.hasPrefix("1") == false
        {
            open.headers = headers.headers
        }
        if headers.endStream { answered(stream) }
    }

    private func read(_ data: HTTP2Frame.FramePayload.Data, of stream: HTTP2StreamID) {
        guard let open = streams[stream], case .byteBuffer(var bytes) = data.data else { return }
        let isTooLarge = open.body.readableBytes + bytes.readableBytes > APNsStreams.largestAnswer
        if isTooLarge { open.body.clear() } else { open.body.writeBuffer(&bytes) }
        guard isTooLarge || data.endStream else { return }
        answered(stream)
        // The rest of a too large answer is dropped; the status must be enough.
        if !data.endStream, open.rest == nil { reset(stream) }
    }

    private func answered(_ stream: HTTP2StreamID) {
        guard let open = streams.removeValue(forKey: stream) else { return }
        // The unsent rest of the body is not needed.
        if open.rest != nil { reset(stream) }
        guard let headers = open.headers, let status = headers.first(name: ":status").flatMap({ Int($0) }) else {
            return add(open.exchange, .failure(.lost))
        }
        let response = APNsResponse(
            status: status, id: headers.first(name: "apns-id"), retryAfter: headers.first(name: "retry-after"),
            body: open.body)
        add(open.exchange, .success(response))
    }

    private func leave(after last: HTTP2StreamID, _ reason: String?) {
        isEnding = true
        notify(.ending(reason: reason))
        for stream in streams.keys.sorted() where stream > last { end(stream, .refused) }
        turnAway()
    }

    private func turnAway() {
        while let (exchange, _) = held.popFirst() { add(exchange, .failure(.refused)) }
    }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        switch event {
        case let event as NIOHTTP2WindowUpdatedEvent where event.streamID != .rootStream:
            guard !partial.isEmpty, let size = event.outboundWindowSize else { break }
            streams[event.streamID]?.window = size
        case let event as NIOHTTP2WindowUpdatedEvent:
            if let size = event.outboundWindowSize { room.connection = size }
            guard let left = event.inboundWindowSize, left < APNsStreams.window.low else { break }
            write(.rootStream, .windowUpdate(windowSizeIncrement: APNsStreams.window.full - left), context)
            context.flush()
        case let event as StreamClosedEvent where event.reason != nil:
            // The peer violated the protocol on this stream.
            end(event.streamID, .lost)
        default: break
        }
        context.fireUserInboundEventTriggered(event)
    }

    // MARK: The end

    private func end(_ stream: HTTP2StreamID, _ loss: APNsExchange.Loss) {
        guard let open = streams.removeValue(forKey: stream) else { return }
        add(open.exchange, .failure(loss))
    }

    private func add(_ exchange: APNsExchange, _ result: Result<APNsResponse, APNsExchange.Loss>) {
        ended.append(EndedExchange(exchange: exchange, result: result))
    }

    private func report() {
        guard !isReading, !ended.isEmpty else { return }
        let all = ended
        ended = []
        notify(.ended(all))
    }

    private func giveUp() {
        isEnding = true
        for stream in streams.keys.sorted() { end(stream, .lost) }
        turnAway()
        isReading = false
        report()
    }

    private func reset(_ stream: HTTP2StreamID) {
        guard let context else { return }
        write(stream, .rstStream(.cancel), context)
        context.flush()
    }

    // MARK: Time

    /// Starts a timer for the first deadline, unless a timer is running.
    private func watch() {
        guard timer == nil, let context, !streams.isEmpty || !held.isEmpty else { return }
        let first = min(streams.values.map(\.deadline).min() ?? .distantFuture, held.first?.deadline ?? .distantFuture)
        timer = context.eventLoop.assumeIsolated().scheduleTask(deadline: first) { self.timeUp() }
    }

    private func timeUp() {
        timer = nil
        let now = NIODeadline.now()
        for stream in streams.keys.sorted() where streams[stream].map({ $0.deadline <= now }) == true {
            end(stream, .silent)
            reset(stream)
        }
        while let first = held.first, first.deadline <= now {
            held.removeFirst()
            add(first.exchange, .failure(.silent))
        }
        watch()
        report()
    }

    /// Checks repeatedly for cancellations, because they are not announced.
    private func lookAgain() {
        guard look == nil, !partial.isEmpty, let context else { return }
        look = context.eventLoop.assumeIsolated().scheduleTask(in: APNsStreams.pauseOfLooks) {
            self.look = nil
            self.open()
            self.report()
        }
    }

    // MARK: The connection

    func handlerAdded(context: ChannelHandlerContext) { self.context = context }

    func handlerRemoved(context: ChannelHandlerContext) {
        self.context = nil
        timer?.cancel()
        look?.cancel()
        giveUp()
    }

    func channelInactive(context: ChannelHandlerContext) {
        notify(.ending(reason: nil))
        giveUp()
        context.fireChannelInactive()
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        // An error of one stream ends only that stream.
        if error is NIOHTTP2Errors.StreamError { return }
        context.close(promise: nil)
    }
}
