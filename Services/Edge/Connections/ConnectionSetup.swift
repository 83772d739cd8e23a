import HTTPTypes
import Models
import NIOCore
import NIOHTTP1
import NIOHTTPTypes
import NIOSSL
import ServiceRuntime
import ServiceSettings

struct ConnectionSetup: Sendable {
    let responder: EdgeResponder
    let limits: HTTPLimits
    let table: ConnectionTable
    /// The certificate of the port; nil for plain HTTP.
    let certificate: ServerCertificate?

    func prepare(_ channel: any Channel) throws {
        guard let connection = table.connection(of: channel) else { throw ChannelError.ioOnClosedChannel }
        let timeout = connection.isTrustedProxy ? limits.idleTimeout : min(limits.firstByteTimeout, limits.idleTimeout)
        try awaitByte(of: channel, TimeAmount(timeout)) { channel in
            guard let certificate else { return try begin(channel, connection) }
            // The TLS handler reserves 32 KiB for decrypted bytes, so it is added with the first byte.
            let handler = NIOSSLServerHandler(context: certificate.context)
            try channel.pipeline.syncOperations.addHandler(handler)
            // The timeout also limits the TLS handshake.
            try awaitByte(of: channel, TimeAmount(timeout)) { try begin($0, connection) }
        }
    }

    private func awaitByte(
        of channel: any Channel, _ timeout: TimeAmount, _ setUp: @escaping (any Channel) throws -> Void
    ) throws {
        try channel.pipeline.syncOperations.addHandler(
            FirstByte(timeout: timeout, isEnding: { [table] in table.isEnding }, setUp: setUp))
    }

    private func begin(_ channel: any Channel, _ connection: Connection) throws {
        var decoding = NIOHTTPDecoderLimitConfiguration()
        decoding.maxHeaderFieldSize = limits.maximumHeaderBytes
        decoding.maxHeaderListSize = limits.maximumHeaderBytes
        let pipeline = channel.pipeline.syncOperations
        let framing = FramingBudget()
        let parts = ConnectionParts(on: channel.eventLoop)
        try pipeline.addHandler(framing)
        try pipeline.addHandlers(
            ByteToMessageHandler(
                HTTPRequestDecoder(leftOverBytesStrategy: .forwardBytes, limitConfiguration: decoding)),
            RequestHeadCheck(framing),
            AnswerEncoder(),
            ConnectionGuard(
                connection, requestTimeout: limits.requestTimeout, idleTimeout: limits.idleTimeout,
                leastReadingRate: limits.leastReadingRate, refuse: responder.refuse),
            parts)
        let answering = Answering(parts: parts, connection: connection, responder: responder)
        table.run(channel, on: parts, answering.work())
    }
}

/// The work of a task. `run` returns the work of the next task; nil if none follows.
struct ConnectionWork: Sendable {
    let run: @Sendable () async -> ConnectionWork?
}

struct Answering: Sendable {
    let parts: ConnectionParts
    let connection: Connection
    let responder: EdgeResponder

    /// Returns the work after a stream, or from the beginning. A task keeps the memory of its deepest call for its
    /// whole life. So it ends where a stream begins, and a new task with shallow calls sends the stream: an idle stream
    /// then takes a third of the memory. Requests after the stream get a new task, which frees the stream's slot.
    func work(after stream: StreamedAnswer? = nil) -> ConnectionWork {
        ConnectionWork {
            do {
                if let stream {
                    if try await stream.send(to: parts, connection) { return work() }
                } else if let next = try await answerRequests() {
                    return next
                }
                await parts.finish()
            } catch {
                // The error means that the connection broke, so it cannot be sent to the client.
                await parts.abort()
            }
            return nil
        }
    }

    private func work(on start: LocationSocket) -> ConnectionWork {
        ConnectionWork {
            do { try await start.run(on: try await parts.openWebSocket()) } catch { await parts.abort() }
            return nil
        }
    }

    private func answerRequests() async throws -> ConnectionWork? {
        while let part = try await parts.next() {
            // Other parts are the unread rest of a body.
            guard case .head(let request) = part else { continue }
            switch try await responder.respond(to: request, parts, connection) {
            case .next: continue
            case .last: return nil
            case .stream(let stream): return work(after: stream)
            case .socket(let socket): return work(on: socket)
            }
        }
        return nil
    }
}

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

    func handlerAdded(context: ChannelHandlerContext) {
        // Behind TLS, the handler is added to a connection that is already open.
        if context.channel.isActive { begin(context) }
    }

    func channelActive(context: ChannelHandlerContext) {
        context.fireChannelActive()
        begin(context)
    }

    private func begin(_ context: ChannelHandlerContext) {
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
