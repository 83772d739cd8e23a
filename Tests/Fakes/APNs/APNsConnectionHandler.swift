import Foundation
import NIOCore
import NIOHPACK
import NIOHTTP2

/// Reads notifications frame by frame, without a channel for each, so that a measurement does not measure this handler.
final class APNsConnectionHandler: ChannelInboundHandler {
    typealias InboundIn = HTTP2Frame
    typealias OutboundOut = HTTP2Frame

    private struct Request {
        var headers: HPACKHeaders
        var body = ByteBuffer()
    }

    private let server: FakeAPNs
    private let number: Int
    private var requests: [HTTP2StreamID: Request] = [:]
    private var open: Set<HTTP2StreamID> = []
    private var last = HTTP2StreamID.rootStream
    private var unacknowledged = 0
    private var hasTaken = false
    private var hasWidened = false
    private var mustFlush = false
    private var isReading = false

    init(_ server: FakeAPNs, number: Int) {
        (self.server, self.number) = (server, number)
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        isReading = true
        widen(context)
        let frame = unwrapInboundIn(data)
        switch frame.payload {
        case .headers(let headers):
            server.recordRequest()
            open.insert(frame.streamID)
            last = max(last, frame.streamID)
            requests[frame.streamID] = Request(headers: headers.headers)
            if headers.endStream { take(frame.streamID, context) }
        case .data(let data):
            acknowledge(data.data.readableBytes + (data.paddingBytes.map { $0 + 1 } ?? 0), context)
            guard requests[frame.streamID] != nil else { return }
            if case .byteBuffer(var bytes) = data.data { requests[frame.streamID]?.body.writeBuffer(&bytes) }
            if data.endStream { take(frame.streamID, context) }
        case .rstStream:
            server.recordReset()
            requests[frame.streamID] = nil
            open.remove(frame.streamID)
        case .settings(.ack): server.recordAcknowledgement()
        default: break
        }
    }

    func handlerAdded(context: ChannelHandlerContext) {
        let bound = NIOLoopBound((self, context), eventLoop: context.eventLoop)
        let loop = context.eventLoop
        server.join(number) { order in
            loop.execute {
                let (handler, context) = bound.value
                guard context.channel.isActive else { return }
                handler.obey(order, context)
            }
        }
    }

    func handlerRemoved(context: ChannelHandlerContext) { server.leave(number) }

    private func obey(_ order: FakeAPNs.Order, _ context: ChannelHandlerContext) {
        switch order {
        case .limit(let limit):
            let setting = HTTP2Setting(parameter: .maxConcurrentStreams, value: limit)
            write(.rootStream, .settings(.settings([setting])), context)
        case .window(let size):
            let setting = HTTP2Setting(parameter: .initialWindowSize, value: size)
            write(.rootStream, .settings(.settings([setting])), context)
        case .grant(let bytes):
            for stream in requests.keys.sorted() { write(stream, .windowUpdate(windowSizeIncrement: bytes), context) }
            if unacknowledged > 0 { write(.rootStream, .windowUpdate(windowSizeIncrement: unacknowledged), context) }
            unacknowledged = 0
        case .goAway(let reason, let count):
            let taken = open.sorted().prefix(count)
            open = Set(taken)
            let debug = ByteBuffer(string: #"{"reason":"\#(reason)"}"#)
            write(
                .rootStream,
                .goAway(lastStreamID: taken.last ?? .rootStream, errorCode: .noError, opaqueData: debug), context)
        }
        flushIfDue(context)
    }

    func channelReadComplete(context: ChannelHandlerContext) {
        isReading = false
        flushIfDue(context)
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        // The peer does not trust this server, or has gone; nothing to do.
        context.close(promise: nil)
    }

    /// Widens the window of the connection as planned, after the peer's first bytes.
    private func widen(_ context: ChannelHandlerContext) {
        guard !hasWidened else { return }
        hasWidened = true
        let more = server.plan.connectionWindow - 65_535
        if more > 0 { write(.rootStream, .windowUpdate(windowSizeIncrement: more), context) }
    }

    /// Lets the peer continue to send (RFC 9113, section 5.2).
    private func acknowledge(_ bytes: Int, _ context: ChannelHandlerContext) {
        unacknowledged += bytes
        guard server.recordBytes(bytes), unacknowledged >= 16 << 10 else { return }
        write(.rootStream, .windowUpdate(windowSizeIncrement: unacknowledged), context)
        unacknowledged = 0
    }

    private func take(_ stream: HTTP2StreamID, _ context: ChannelHandlerContext) {
        guard let request = requests.removeValue(forKey: stream) else { return }
        let asked = APNsRequest(request.headers, request.body)
        if asked.isAboutChannels {
            return give(server.answer(aboutChannels: asked, connection: number), to: stream, context)
        }
        let answer = server.answer(APNsRequest(request.headers, request.body), connection: number, underWay: open.count)
        let delay = server.plan.delay
        guard delay > .zero else { return give(answer, to: stream, request.headers, context) }
        let bound = NIOLoopBound((self, context), eventLoop: context.eventLoop)
        context.eventLoop.scheduleTask(in: TimeAmount(delay)) {
            let (handler, context) = bound.value
            handler.give(answer, to: stream, request.headers, context)
        }
    }

    private func give(
        _ answer: FakeAPNs.Answer, to stream: HTTP2StreamID, _ request: HPACKHeaders, _ context: ChannelHandlerContext
    ) {
        let id = request.first(name: "apns-id") ?? UUID().uuidString
        switch answer {
        case .sent:
            open.remove(stream)
            server.recordTaken()
            let headers = HPACKHeaders([(":status", "200"), ("apns-id", id)])
            write(stream, .headers(.init(headers: headers, endStream: true)), context)
            if !hasTaken, let limit = server.plan.limitAfterSuccess {
                let setting = HTTP2Setting(parameter: .maxConcurrentStreams, value: limit)
                write(.rootStream, .settings(.settings([setting])), context)
            }
            hasTaken = true
        case .refused(let status, let reason, let timestamp, let retryAfter):
            open.remove(stream)
            var headers = HPACKHeaders([(":status", "\(status)"), ("apns-id", id)])
            if let retryAfter { headers.add(name: "retry-after", value: retryAfter) }
            write(stream, .headers(.init(headers: headers)), context)
            let moment = timestamp.map { #","timestamp":\#($0)"# } ?? ""
            let body = ByteBuffer(string: #"{"reason":"\#(reason)"\#(moment)}"#)
            write(stream, .data(.init(data: .byteBuffer(body), endStream: true)), context)
        case .silence: break
        case .held:
            let bound = NIOLoopBound((self, context), eventLoop: context.eventLoop)
            let loop = context.eventLoop
            server.hold {
                loop.execute {
                    let (handler, context) = bound.value
                    guard handler.open.contains(stream) else { return }
                    handler.give(.sent, to: stream, request, context)
                }
            }
        case .goAway(let reason, let taken):
            let lastTaken = taken ? last : HTTP2StreamID(max(0, Int(stream) - 2))
            if taken { give(.sent, to: stream, request, context) }
            let debug = ByteBuffer(string: #"{"reason":"\#(reason)"}"#)
            write(.rootStream, .goAway(lastStreamID: lastTaken, errorCode: .noError, opaqueData: debug), context)
            context.flush()
            context.close(promise: nil)
        case .hangUp: context.close(promise: nil)
        case .halfFrame: breakOff(stream, context)
        case .reset(let taken):
            open.remove(stream)
            write(stream, .rstStream(taken ? .internalError : .refusedStream), context)
        }
        flushIfDue(context)
    }

    private func give(_ answer: FakeAPNs.ChannelAnswer, to stream: HTTP2StreamID, _ context: ChannelHandlerContext) {
        open.remove(stream)
        let headers = HPACKHeaders([(":status", "\(answer.status)")] + answer.headers)
        let body = answer.reason.map { #"{"reason":"\#($0)"}"# } ?? answer.body
        write(stream, .headers(.init(headers: headers, endStream: body == nil)), context)
        if let body {
            write(stream, .data(.init(data: .byteBuffer(ByteBuffer(string: body)), endStream: true)), context)
        }
        flushIfDue(context)
    }

    /// Writes only the beginning of a HEADERS frame, past the HTTP/2 handler (RFC 9113, section 4.1).
    private func breakOff(_ stream: HTTP2StreamID, _ context: ChannelHandlerContext) {
        var bytes = ByteBuffer(bytes: [0, 0, 40, 1, 4])
        bytes.writeInteger(UInt32(Int(stream)))
        bytes.writeBytes([0x88, 0x40])
        let http2 = try? context.pipeline.syncOperations.context(handlerType: NIOHTTP2Handler.self)
        http2?.writeAndFlush(NIOAny(IOData.byteBuffer(bytes)), promise: nil)
        context.close(promise: nil)
    }

    private func write(_ stream: HTTP2StreamID, _ payload: HTTP2Frame.FramePayload, _ context: ChannelHandlerContext) {
        context.write(wrapOutboundOut(HTTP2Frame(streamID: stream, payload: payload)), promise: nil)
        mustFlush = true
    }

    private func flushIfDue(_ context: ChannelHandlerContext) {
        guard mustFlush, !isReading else { return }
        mustFlush = false
        context.flush()
    }
}
