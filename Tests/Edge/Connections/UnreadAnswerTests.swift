// How long an answer waits for a client that does not read it.

import HTTPTypes
import NIOCore
import NIOEmbedded
import NIOHTTPTypes
import ServiceRuntime
import Testing

@testable import Edge

@Suite("An answer that its client does not read") struct UnreadAnswerTests {
    /// Takes what is written, and lets it leave when it is told to.
    private final class Outlet: ChannelOutboundHandler {
        typealias OutboundIn = HTTPResponsePart

        private var waiting: [EventLoopPromise<Void>] = []

        func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
            promise.map { waiting.append($0) }
        }

        func flush(context: ChannelHandlerContext) {}

        func letLeave() {
            for promise in waiting { promise.succeed() }
            waiting = []
        }
    }

    private let outlet = Outlet()

    /// A connection on which a request was answered, of which nothing has left; the idle timeout is ten seconds.
    private func answered() throws -> EmbeddedChannel {
        let connection = Connection(
            peer: "192.0.2.1", proxies: TrustedProxies([]), limiter: AddressConcurrencyLimiter(bound: 1))
        let guarding = ConnectionGuard(connection, requestTimeout: .seconds(5), idleTimeout: .seconds(10)) { _ in
            (HTTPResponse(status: .badRequest), ByteBuffer())
        }
        let channel = EmbeddedChannel()
        try channel.pipeline.syncOperations.addHandlers(outlet, guarding)
        try channel.connect(to: SocketAddress(ipAddress: "192.0.2.1", port: 1)).wait()
        let request = HTTPRequest(method: .get, scheme: nil, authority: "x", path: "/")
        try channel.writeInbound(HTTPRequestPart.head(request))
        try channel.writeInbound(HTTPRequestPart.end(nil))
        channel.write(HTTPResponsePart.head(HTTPResponse(status: .ok)), promise: nil)
        channel.writeAndFlush(HTTPResponsePart.end(nil), promise: nil)
        return channel
    }

    @Test("is given up after the idle timeout, however little of it waits")
    func isGivenUp() throws {
        let channel = try answered()
        channel.embeddedEventLoop.advanceTime(by: .seconds(9))
        #expect(channel.isActive)
        channel.embeddedEventLoop.advanceTime(by: .seconds(1))
        #expect(!channel.isActive)
        outlet.letLeave()
    }

    @Test("makes the connection quiet when it has left, and not before")
    func isRead() throws {
        let channel = try answered()
        channel.embeddedEventLoop.advanceTime(by: .seconds(9))
        outlet.letLeave()
        channel.embeddedEventLoop.advanceTime(by: .seconds(5))
        #expect(channel.isActive)
    }
}
