import NIOEmbedded
import NIOWebSocket

@testable import Edge

@Suite("The rules of a WebSocket") struct WebSocketTests {
    private let channel = EmbeddedChannel()
    private let socket: WebSocket

    init() throws {
        socket = WebSocket(on: channel.eventLoop)
        let decoder = WebSocketFrameDecoder(maxFrameSize: WebSocket.maximumMessageBytes)
        try channel.pipeline.syncOperations.addHandlers(
            ByteToMessageHandler(decoder), WebSocketFrameEncoder(), socket)
        try channel.connect(to: SocketAddress(ipAddress: "192.0.2.1", port: 1)).wait()
    }

    private func receive(_ frame: SocketFrame, isMasked: Bool = true) throws {
        try channel.writeInbound(ByteBuffer(bytes: frame.bytes(isMasked: isMasked)))
    }

    /// All bytes since the last call.
    private func sent() throws -> [UInt8] {
        var bytes: [UInt8] = []
        while let more = try channel.readOutbound(as: ByteBuffer.self) { bytes += more.readableBytesView }
        return bytes
    }

    private func expectSent(_ frame: SocketFrame, sourceLocation: SourceLocation = #_sourceLocation) throws {
        let sent = try sent()
        #expect(sent == frame.bytes(isMasked: false), sourceLocation: sourceLocation)
    }

    @Test(
        "A frame that breaks a rule closes the connection with the code of that rule",
        arguments: [
            (SocketFrame(0xC1, [1]), 1002, ""), (SocketFrame(0x83, [1]), 1002, ""), (SocketFrame(0x80, [1]), 1002, ""),
            (SocketFrame(0x09), 1002, ""), (SocketFrame(0x89, [UInt8](repeating: 1, count: 126)), 1002, ""),
            (SocketFrame(0x88, [3]), 1002, ""), (SocketFrame(0x88, [3, 0xED]), 1002, ""),
            (SocketFrame(0x88, [3, 0xE8, 0xFF]), 1007, ""), (SocketFrame(0x81, [0xC3]), 1007, ""),
            (SocketFrame(0x82, [1]), 1008, "Binary messages are not supported"),
            (SocketFrame(0x81, [UInt8](repeating: 32, count: 16_385)), 1009, ""),
        ] as [(SocketFrame, UInt16, String)])
    func refuses(_ frame: SocketFrame, _ code: UInt16, _ reason: String) throws {
        try receive(frame)
        try expectSent(.close(code, reason))
        #expect(socket.isOver && socket.takeMessage() == nil)
    }

    @Test("A frame without a mask is refused")
    func unmasked() throws {
        try receive(SocketFrame("{}"), isMasked: false)
        try expectSent(.close(1002))
    }

    @Test("Fragments make one message, and a ping between them is answered")
    func fragments() throws {
        try receive(SocketFrame(0x01, Array("a".utf8)))
        try receive(SocketFrame(0x89, [5]))
        try expectSent(SocketFrame(0x8A, [5]))
        // A character may be divided.
        try receive(SocketFrame(0x00, [0xC3]))
        #expect(socket.takeMessage() == nil)
        try receive(SocketFrame(0x80, [0xA9]))
        #expect(socket.takeMessage() == Array("aé".utf8))
        try receive(SocketFrame(0x81, [UInt8](repeating: 32, count: 16_384)))
        #expect(socket.takeMessage()?.count == 16_384)
    }

    @Test("Fragments have the limit of a message, and another message must wait for their end")
    func badFragments() throws {
        try receive(SocketFrame(0x01, [UInt8](repeating: 32, count: 16_000)))
        try receive(SocketFrame(0x00, [UInt8](repeating: 32, count: 385)))
        try expectSent(.close(1009))
        let other = try WebSocketTests()
        try other.receive(SocketFrame(0x01, [32]))
        try other.receive(SocketFrame("x"))
        try other.expectSent(.close(1002))
    }

    @Test("A close is answered with its code, and the connection ends")
    func closes() throws {
        try receive(.close(1000, "bye"))
        try expectSent(.close(1000))
        #expect(!channel.isActive)
        let other = try WebSocketTests()
        try other.receive(SocketFrame(0x88))
        try other.expectSent(SocketFrame(0x88))
    }

    @Test("A connection without a subscription ends after 10 seconds")
    func subscription() throws {
        channel.embeddedEventLoop.advanceTime(by: .seconds(9))
        #expect(try sent() == [])
        channel.embeddedEventLoop.advanceTime(by: .seconds(1))
        try expectSent(.close(1008, "Subscription required"))
    }

    @Test("A ping leaves every 30 seconds, and a client that did not answer the one before is cut")
    func pings() throws {
        socket.recordSubscription()
        for _ in 1...3 {
            channel.embeddedEventLoop.advanceTime(by: .seconds(30))
            try expectSent(SocketFrame(0x89))
            try receive(SocketFrame(0x8A))
        }
        channel.embeddedEventLoop.advanceTime(by: .seconds(30))
        try expectSent(SocketFrame(0x89))
        #expect(channel.isActive)
        channel.embeddedEventLoop.advanceTime(by: .seconds(30))
        #expect(try !channel.isActive && sent() == [])
    }

    @Test("The end of the server is told")
    func shutdown() throws {
        channel.pipeline.fireUserInboundEventTriggered(ChannelShouldQuiesceEvent())
        try expectSent(.close(1001))
    }

    @Test("A reason fits into a control frame")
    func reason() throws {
        socket.end(.refused(String(repeating: "é", count: 100)))
        channel.embeddedEventLoop.run()
        try expectSent(.close(1008, String(repeating: "é", count: 61)))
    }
}
