import NIOCore
import NIOPosix
import Synchronization

/// Any number of bytes may be on their way, so that it makes answers late and nothing rare.
final class DelayingRelay: Sendable {
    let port: Int
    private let server: any Channel
    private let group: MultiThreadedEventLoopGroup
    private let time: DelayTime

    convenience init(to socket: String) async throws {
        try await self.init(to: try SocketAddress(unixDomainSocketPath: socket))
    }

    init(to address: SocketAddress) async throws {
        let time = DelayTime()
        // A thread of its own keeps to the time while the other threads have work.
        group = MultiThreadedEventLoopGroup(numberOfThreads: 1)
        server = try await ServerBootstrap(group: group)
            .childChannelOption(.tcpOption(.tcp_nodelay), value: 1)
            .childChannelInitializer { near in
                ClientBootstrap(group: near.eventLoop)
                    .channelInitializer { Self.pass($0, on: near, after: time) }
                    .connect(to: address)
                    .flatMap { Self.pass(near, on: $0, after: time) }
            }
            .bind(host: "127.0.0.1", port: 0).get()
        self.time = time
        port = server.localAddress?.port ?? 0
    }

    /// How long bytes are on their way, in each direction; for those that come from now on.
    var delay: TimeAmount {
        get { time.delay.withLock { $0 } }
        set { time.delay.withLock { $0 = newValue } }
    }

    func stop() async throws { try await group.shutdownGracefully() }

    private static func pass(
        _ channel: any Channel, on peer: any Channel, after time: DelayTime
    ) -> EventLoopFuture<Void> {
        channel.eventLoop.makeCompletedFuture {
            try channel.pipeline.syncOperations.addHandler(DelayedBytes(to: peer, time))
        }
    }
}

private final class DelayTime: Sendable {
    let delay = Mutex(TimeAmount.zero)
}

/// The bytes that one end of a connection has sent and the other has not received yet.
private final class DelayedBytes: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer

    private let peer: any Channel
    private let time: DelayTime
    /// The oldest first; nil is the end of the connection.
    private var waiting = CircularBuffer<(due: NIODeadline, bytes: ByteBuffer?)>()
    private var isScheduled = false

    init(to peer: any Channel, _ time: DelayTime) { (self.peer, self.time) = (peer, time) }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        take(unwrapInboundIn(data), on: context.eventLoop)
    }

    func channelInactive(context: ChannelHandlerContext) {
        take(nil, on: context.eventLoop)
        context.fireChannelInactive()
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) { context.close(promise: nil) }

    private func take(_ bytes: ByteBuffer?, on eventLoop: any EventLoop) {
        waiting.append((.now() + time.delay.withLock { $0 }, bytes))
        if !isScheduled { passOn(eventLoop) }
    }

    private func passOn(_ eventLoop: any EventLoop) {
        let now = NIODeadline.now()
        while let first = waiting.first, first.due <= now {
            waiting.removeFirst()
            if let bytes = first.bytes { peer.write(bytes, promise: nil) } else { peer.close(promise: nil) }
        }
        peer.flush()
        guard let next = waiting.first else { return }
        isScheduled = true
        eventLoop.assumeIsolated().scheduleTask(deadline: next.due) {
            self.isScheduled = false
            self.passOn(eventLoop)
        }
    }
}
