import NIOCore
import NIOEmbedded
import NIOHTTP1
import NIOHTTPTypes

@testable import Edge

@Suite("The change from HTTP to a WebSocket") struct UpgradeTests {
    private let channel = EmbeddedChannel()
    private let parts: ConnectionParts

    init() throws {
        parts = ConnectionParts(on: channel.eventLoop)
        let framing = FramingBudget()
        let connection = Connection(
            peer: "192.0.2.1", proxies: TrustedProxies([]), limiter: AddressConcurrencyLimiter(bound: 1))
        let guarding = ConnectionGuard(connection, requestTimeout: .seconds(60), idleTimeout: .seconds(60)) { _ in
            (HTTPResponse(status: .badRequest), ByteBuffer())
        }
        try channel.pipeline.syncOperations.addHandlers(
            framing, ByteToMessageHandler(HTTPRequestDecoder(leftOverBytesStrategy: .forwardBytes)),
            RequestHeadCheck(framing), AnswerEncoder(), guarding, parts)
        try channel.connect(to: SocketAddress(ipAddress: "192.0.2.1", port: 1)).wait()
    }

    /// Receives a handshake with these bytes behind it, then an event, and only then changes the protocol.
    private func open(_ frames: [UInt8] = [], after event: (any Sendable)? = nil) throws {
        let head = "GET / HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n"
        try channel.writeInbound(ByteBuffer(bytes: Array(head.utf8) + frames))
        if let event { channel.pipeline.fireUserInboundEventTriggered(event) }
        Task(executorPreference: parts) { [parts] in
            do { _ = try await parts.openWebSocket() } catch { await parts.abort() }
        }
        channel.embeddedEventLoop.run()
    }

    private func sent() throws -> [UInt8] {
        var bytes: [UInt8] = []
        while let more = try channel.readOutbound(as: ByteBuffer.self) { bytes += more.readableBytesView }
        return bytes
    }

    @Test("Bytes behind the handshake are frames")
    func frames() throws {
        try open(SocketFrame(0x89, [5]).bytes())
        #expect(try sent() == SocketFrame(0x8A, [5]).bytes(isMasked: false))
        #expect(channel.isActive)
    }

    @Test("A WebSocket that opens while the server ends is closed as all others are")
    func quiesces() throws {
        try open(after: ChannelShouldQuiesceEvent())
        #expect(try sent() == SocketFrame.close(1001).bytes(isMasked: false))
    }

    @Test("A client that has hung up behind its handshake is not waited for")
    func hangsUp() throws {
        try open(after: ChannelEvent.inputClosed)
        #expect(try !channel.isActive && sent().isEmpty)
    }
}
