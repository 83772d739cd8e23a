import NIOEmbedded
import NIOHTTPTypes

@testable import Edge

@Suite("An answer that its client does not read") struct UnreadAnswerTests {
    private final class Outlet: ChannelOutboundHandler {
        typealias OutboundIn = HTTPResponsePart

        private var waiting: [EventLoopPromise<Void>] = []

        func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
            promise.map { waiting.append($0) }
        }

        func flush(context: ChannelHandlerContext) {}

        /// Lets the first watched parts leave; all of them without a count.
        func letLeave(_ count: Int = .max) {
            let leaving = waiting.prefix(count)
            waiting.removeFirst(leaving.count)
            for promise in leaving { promise.succeed() }
        }
    }

    private let outlet = Outlet()

    /// A connection with a request; the idle timeout is ten seconds, in which 10,000 bytes must be read.
    private func asked() throws -> EmbeddedChannel {
        let connection = Connection(
            peer: "192.0.2.1", proxies: TrustedProxies([]), limiter: AddressConcurrencyLimiter(bound: 1))
        let guarding = ConnectionGuard(
            connection, requestTimeout: .seconds(5), idleTimeout: .seconds(10), leastReadingRate: 1000
        ) { _ in (HTTPResponse(status: .badRequest), ByteBuffer()) }
        let channel = EmbeddedChannel()
        try channel.pipeline.syncOperations.addHandlers(outlet, guarding)
        try channel.connect(to: SocketAddress(ipAddress: "192.0.2.1", port: 1)).wait()
        let request = HTTPRequest(method: .get, scheme: nil, authority: "x", path: "/")
        try channel.writeInbound(HTTPRequestPart.head(request))
        try channel.writeInbound(HTTPRequestPart.end(nil))
        return channel
    }

    private func answered(pieces: Int = 0) throws -> EmbeddedChannel {
        let channel = try asked()
        channel.write(HTTPResponsePart.head(HTTPResponse(status: .ok)), promise: nil)
        for _ in 0..<pieces {
            channel.write(HTTPResponsePart.body(ByteBuffer(repeating: 0, count: 6000)), promise: nil)
        }
        channel.writeAndFlush(HTTPResponsePart.end(nil), promise: nil)
        return channel
    }

    @Test("The edge closes a connection with an unread answer after the idle timeout")
    func isGivenUp() throws {
        let channel = try answered()
        channel.embeddedEventLoop.advanceTime(by: .seconds(9))
        #expect(channel.isActive)
        channel.embeddedEventLoop.advanceTime(by: .seconds(1))
        #expect(!channel.isActive)
        outlet.letLeave()
    }

    @Test("A connection is quiet only after its answer has left")
    func isRead() throws {
        let channel = try answered()
        channel.embeddedEventLoop.advanceTime(by: .seconds(9))
        outlet.letLeave()
        channel.embeddedEventLoop.advanceTime(by: .seconds(5))
        #expect(channel.isActive)
    }

    @Test("The edge closes a connection whose client reads too slowly", arguments: [1, 2])
    func isReadSlowly(_ piecesEachTime: Int) throws {
        let channel = try answered(pieces: 7)
        for round in 1...3 {
            outlet.letLeave(piecesEachTime)
            channel.embeddedEventLoop.advanceTime(by: .seconds(10))
            #expect(channel.isActive == (piecesEachTime == 2), "round \(round)")
        }
        // A small rest is read at once.
        outlet.letLeave()
        channel.embeddedEventLoop.advanceTime(by: .seconds(5))
        #expect(channel.isActive == (piecesEachTime == 2))
    }

    @Test("The edge closes a stream whose client stops reading")
    func isStreamed() throws {
        let channel = try asked()
        channel.writeAndFlush(HTTPResponsePart.head(HTTPResponse(status: .ok)), promise: nil)
        channel.embeddedEventLoop.advanceTime(by: .seconds(60))
        channel.writeAndFlush(HTTPResponsePart.body(ByteBuffer(string: ":\n\n")), promise: nil)
        channel.embeddedEventLoop.advanceTime(by: .seconds(9))
        outlet.letLeave()
        channel.embeddedEventLoop.advanceTime(by: .seconds(60))
        #expect(channel.isActive)
        channel.writeAndFlush(HTTPResponsePart.body(ByteBuffer(string: ":\n\n")), promise: nil)
        channel.embeddedEventLoop.advanceTime(by: .seconds(10))
        #expect(!channel.isActive)
        outlet.letLeave()
    }
}
