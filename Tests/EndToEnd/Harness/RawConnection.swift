import NIOCore
import NIOPosix

/// A TCP connection that sends raw bytes and keeps the answer, for requests that no proper HTTP client would send.
final class RawConnection: Sendable {
    private let channel: any Channel
    private let inbox: Inbox

    private init(_ channel: any Channel, _ inbox: Inbox) {
        (self.channel, self.inbox) = (channel, inbox)
    }

    static func open(_ balise: RunningBalise) async throws -> RawConnection {
        let inbox = Inbox()
        let bootstrap = ClientBootstrap(group: MultiThreadedEventLoopGroup.singleton)
            .channelOption(.socketOption(.so_reuseaddr), value: 1)
            .channelInitializer { channel in channel.pipeline.addHandler(InboxHandler(inbox)) }
        let channel = try await bootstrap.connect(host: "127.0.0.1", port: balise.port).get()
        return RawConnection(channel, inbox)
    }

    func send(_ text: String) async throws { try await channel.writeAndFlush(ByteBuffer(string: text)).get() }

    func send(_ bytes: [UInt8]) async throws { try await channel.writeAndFlush(ByteBuffer(bytes: bytes)).get() }

    /// Sent bytes are delivered; the answer is not read.
    func close() async { try? await channel.close() }

    var received: String { inbox.text }
    var receivedBytes: [UInt8] { inbox.all }

    func receive(_ what: String, _ condition: (String) -> Bool) async throws {
        do {
            try await eventually(what) { condition(self.received) }
        } catch {
            throw DidNotHappen(description: "\(error); received: \(received.suffix(500))")
        }
    }
}

private final class Inbox: Sendable {
    private let bytes = Mutex<[UInt8]>([])

    var text: String { bytes.withLock { String(decoding: $0, as: UTF8.self) } }

    var all: [UInt8] { bytes.withLock { $0 } }

    func add(_ buffer: ByteBuffer) { bytes.withLock { $0.append(contentsOf: buffer.readableBytesView) } }
}

private final class InboxHandler: ChannelInboundHandler, Sendable {
    typealias InboundIn = ByteBuffer
    private let inbox: Inbox

    init(_ inbox: Inbox) { self.inbox = inbox }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) { inbox.add(unwrapInboundIn(data)) }
    func errorCaught(context: ChannelHandlerContext, error: any Error) { context.close(promise: nil) }
}
