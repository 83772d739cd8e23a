import Logging
import Models
import NIOCore
import NIOHTTP2
import NIOPosix
import NIOSSL
import NIOTLS
import Synchronization

/// One connection from the first attempt to its end; it does not reconnect. It accepts requests from any thread, even
/// before it is established, and sends them in order.
final class APNsConnection: Sendable {
    struct Route: Sendable {
        let host: APNsHost
        let tls: NIOSSLContext
        let timeouts: APNsGateway.Timeouts
    }

    private struct NotHTTP2: Error {}

    /// Keeps the reason of a failed TLS handshake, which the end of the channel does not contain.
    private final class HandshakeErrors: ChannelInboundHandler {
        typealias InboundIn = ByteBuffer

        private let ready: EventLoopPromise<Void>
        private var cause: (any Error)?

        init(_ ready: EventLoopPromise<Void>) { self.ready = ready }

        func errorCaught(context: ChannelHandlerContext, error: any Error) {
            // Later errors only report the end, so the first error is kept.
            if cause == nil { cause = error }
            context.fireErrorCaught(error)
        }

        func channelInactive(context: ChannelHandlerContext) {
            // The failure is reported only now: TLS first informs its peer and then closes the channel itself.
            if let cause { ready.fail(cause) }
            context.fireChannelInactive()
        }
    }

    private enum Stage {
        case connecting([APNsExchange])
        case open(APNsStreams)
        case over
    }

    private struct Inbox {
        var exchanges: [APNsExchange] = []
        /// Whether the event loop is scheduled to read the inbox.
        var isAwaited = false
    }

    private let loop: any EventLoop
    private let notify: @Sendable (APNsStreams.Event) -> Void
    private let inbox = Mutex(Inbox())
    private let stage: NIOLoopBoundBox<Stage>
    /// Succeeds once the peer speaks HTTP/2.
    private let ready: EventLoopPromise<Void>
    private let gone: EventLoopPromise<Void>

    /// Opens a connection.
    /// - Parameter notify: Gets each event, on the event loop.
    init(_ route: Route, on loop: any EventLoop, notify: @escaping @Sendable (APNsStreams.Event) -> Void) {
        self.loop = loop
        self.notify = notify
        stage = .makeBoxSendingValue(.connecting([]), eventLoop: loop)
        ready = loop.makePromise()
        gone = loop.makePromise()
        loop.execute { self.connect(route) }
    }

    /// Queues a request. Its end is reported in any case.
    func post(_ exchange: APNsExchange) {
        let isNews = inbox.withLock { inbox in
            inbox.exchanges.append(exchange)
            defer { inbox.isAwaited = true }
            return !inbox.isAwaited
        }
        // Requests that arrive before the event loop runs are sent together.
        if isNews { loop.execute { self.take() } }
    }

    func close() async {
        loop.execute {
            switch self.stage.value {
            case .open(let streams): streams.close()
            case .connecting: self.ready.fail(ChannelError.ioOnClosedChannel)
            case .over: break
            }
        }
        // Waiting cannot fail; a connection that was never established is closed as well.
        try? await gone.futureResult.get()
    }

    // MARK: On the event loop

    private func take() {
        let exchanges = inbox.withLock { inbox in
            defer { inbox = Inbox() }
            return inbox.exchanges
        }
        switch stage.value {
        case .connecting(let waiting): stage.value = .connecting(waiting + exchanges)
        case .open(let streams): streams.send(exchanges)
        case .over: release(exchanges, .refused)
        }
    }

    private func release(_ exchanges: [APNsExchange], _ loss: APNsExchange.Loss) {
        guard !exchanges.isEmpty else { return }
        notify(.ended(exchanges.map { EndedExchange(exchange: $0, result: .failure(loss)) }))
    }

    private func connect(_ route: Route) {
        // The timer limits the whole handshake, so that a silent peer does not delay it forever.
        let timer = loop.scheduleTask(in: TimeAmount(route.timeouts.connect)) {
            self.ready.fail(ChannelError.connectTimeout(TimeAmount(route.timeouts.connect)))
        }
        ready.futureResult.whenComplete { result in
            timer.cancel()
            if case .failure(let error) = result { self.fail(error) }
        }
        let connecting = ClientBootstrap(group: loop)
            .connectTimeout(TimeAmount(route.timeouts.connect))
            .channelOption(.tcpOption(.tcp_nodelay), value: 1)
            .channelInitializer { channel in
                self.ready.futureResult.whenFailure { _ in channel.close(promise: nil) }
                return channel.eventLoop.makeCompletedFuture { try self.secure(channel, route) }
            }
            .connect(host: route.host.name, port: route.host.port)
        let closing = connecting.flatMap(\.closeFuture)
        closing.whenComplete { result in
            if case .failure(let error) = result { self.ready.fail(error) }
            self.ready.fail(ChannelError.eof)
            self.gone.succeed()
        }
    }

    private func secure(_ channel: any Channel, _ route: Route) throws {
        let pipeline = channel.pipeline.syncOperations
        try pipeline.addHandler(NIOSSLClientHandler(context: route.tls, serverHostname: route.host.nameForTLS))
        try pipeline.addHandler(HandshakeErrors(ready))
        try pipeline.addHandler(
            ApplicationProtocolNegotiationHandler { result, channel in
                let opened = channel.eventLoop.makeCompletedFuture {
                    guard case .negotiated("h2") = result else { throw NotHTTP2() }
                    try self.open(channel, route)
                }
                opened.cascade(to: self.ready)
                return opened
            })
    }

    private func open(_ channel: any Channel, _ route: Route) throws {
        guard case .connecting(let waiting) = stage.value else { throw ChannelError.alreadyClosed }
        let writes = GatheredWrites()
        let streams = APNsStreams(over: writes, timeout: route.timeouts.answer, notify: notify)
        let pipeline = channel.pipeline.syncOperations
        try pipeline.addHandler(writes)
        try pipeline.addHandler(
            NIOHTTP2Handler(
                mode: .client,
                initialSettings: [
                    HTTP2Setting(parameter: .enablePush, value: 0),
                    HTTP2Setting(parameter: .maxHeaderListSize, value: APNsStreams.largestAnswer),
                ]))
        try pipeline.addHandler(streams)
        stage.value = .open(streams)
        channel.closeFuture.whenComplete { _ in self.stage.value = .over }
        streams.send(waiting)
    }

    private func fail(_ cause: any Error) {
        guard case .connecting(let waiting) = stage.value else { return }
        stage.value = .over
        notify(.unreachable(cause))
        release(waiting, TrustedCertificates.isDistrust(cause) ? .distrusted : .unreachable)
    }
}
