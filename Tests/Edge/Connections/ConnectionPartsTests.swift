import NIOEmbedded
import NIOHTTPTypes

@testable import Edge

@Suite("The parts of a connection") struct ConnectionPartsTests {
    private final class Socket: ChannelOutboundHandler {
        typealias OutboundIn = HTTPResponsePart

        private(set) var reads = 0

        func read(context: ChannelHandlerContext) { reads += 1 }
    }

    private let socket = Socket()
    private let channel = EmbeddedChannel()
    private let parts: ConnectionParts

    init() throws {
        parts = ConnectionParts(on: channel.eventLoop)
        try channel.pipeline.syncOperations.addHandlers(socket, parts)
        try channel.connect(to: SocketAddress(ipAddress: "192.0.2.1", port: 1)).wait()
    }

    private func run(
        _ work: @escaping @Sendable (ConnectionParts) async throws -> Void
    ) -> (task: Task<Void, Never>, outcome: Outcome) {
        let outcome = Outcome()
        let task = Task(executorPreference: parts) { [parts] in
            do {
                try await work(parts)
                outcome.record("done")
            } catch {
                outcome.record("\(error)")
            }
        }
        channel.embeddedEventLoop.run()
        return (task, outcome)
    }

    private final class Outcome: Sendable {
        private let state = Mutex<String?>(nil)
        var text: String? { state.withLock { $0 } }
        func record(_ text: String) { state.withLock { $0 = text } }
    }

    private static let body = HTTPRequestPart.body(ByteBuffer(string: "x"))

    private func receive(_ count: Int) throws {
        for _ in 0..<count { try channel.writeInbound(Self.body) }
    }

    // MARK: Requests

    @Test func readNoMoreWhileManyWait() throws {
        try receive(9)
        channel.read()
        #expect(socket.reads == 1)
        try receive(1)
        channel.read()
        #expect(socket.reads == 1)
        _ = run { for _ in 0..<8 { _ = try await $0.next() } }
        #expect(socket.reads == 1)
        _ = run { _ = try await $0.next() }
        #expect(socket.reads == 2)
    }

    @Test func wakeTheTaskWithANewPart() throws {
        let (_, outcome) = run { parts in
            let (first, second) = (try await parts.next(), try await parts.next())
            #expect(first == Self.body)
            #expect(second == nil)
        }
        #expect(outcome.text == nil)
        try receive(1)
        channel.embeddedEventLoop.run()
        #expect(outcome.text == nil)
        channel.pipeline.fireUserInboundEventTriggered(ChannelEvent.inputClosed)
        channel.embeddedEventLoop.run()
        #expect(outcome.text == "done")
    }

    @Test func throwAnErrorOnceAfterTheEarlierParts() throws {
        try receive(1)
        channel.pipeline.fireErrorCaught(ChannelError.inputClosed)
        let (_, first) = run { parts in
            _ = try await parts.next()
            _ = try await parts.next()
        }
        #expect(first.text == "\(ChannelError.inputClosed)")
        let (_, second) = run { parts in
            let last = try await parts.next()
            #expect(last == nil)
        }
        #expect(second.text == "done")
    }

    // MARK: Answers

    private func setWritable(_ isWritable: Bool) {
        channel.isWritable = isWritable
        channel.pipeline.fireChannelWritabilityChanged()
        channel.embeddedEventLoop.run()
    }

    @Test func waitForTheClientToHaveRoom() throws {
        setWritable(false)
        let (_, outcome) = run { try await $0.write(HTTPResponse(status: .ok), nil) }
        #expect(outcome.text == nil)
        #expect(try channel.readOutbound(as: HTTPResponsePart.self) == nil)
        setWritable(true)
        #expect(outcome.text == "done")
        #expect(try channel.readOutbound(as: HTTPResponsePart.self) == .head(HTTPResponse(status: .ok)))
        #expect(try channel.readOutbound(as: HTTPResponsePart.self) == .end(nil))
    }

    @Test func waitNoLongerForACancelledTask() {
        setWritable(false)
        let (task, outcome) = run { try await $0.write(.end(nil)) }
        task.cancel()
        channel.embeddedEventLoop.run()
        #expect(outcome.text == "\(CancellationError())")
    }

    @Test func refuseAnAnswerAfterTheEnd() {
        setWritable(false)
        let (_, waiting) = run { try await $0.write(.end(nil)) }
        channel.pipeline.fireUserInboundEventTriggered(ChannelEvent.outputClosed)
        channel.embeddedEventLoop.run()
        #expect(waiting.text == "\(ChannelError.ioOnClosedChannel)")
        setWritable(true)
        let (_, late) = run { try await $0.write(.end(nil)) }
        #expect(late.text == "\(ChannelError.ioOnClosedChannel)")
    }
}
