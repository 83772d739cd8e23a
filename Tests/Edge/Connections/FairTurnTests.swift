import Dispatch
import NIOPosix

@testable import Edge

@Suite("A connection with many requests", .timeLimit(.minutes(10))) struct FairTurnTests {
    /// The bytes of a connection that are answered before others get a turn.
    private static let turn = 16 << 10
    private static let requestLength = 512
    private static let many = 200
    private static let rounds = 4

    /// The message gets no reply, so that answering neither waits nor yields.
    private static func request(for device: String) -> String {
        let head = "GET /v1/GetLocationGeoJSON/\(device) HTTP/1.1\r\nHost: localhost\r\nX-Filler: "
        return head + String(repeating: "x", count: requestLength - head.utf8.count - 4) + "\r\n\r\n"
    }

    private struct Hold {
        private let end = DispatchSemaphore(value: 0)

        func begin(on eventLoop: any EventLoop) async {
            await withCheckedContinuation { (continuation: CheckedContinuation<Void, Never>) in
                eventLoop.execute { [end] in
                    continuation.resume()
                    end.wait()
                }
            }
        }

        func finish() { end.signal() }
    }

    /// Both connections have bytes when the thread looks, the busy one first.
    @Test("A connection with many requests leaves the other connections of its thread a turn") func leavesATurn()
        async throws
    {
        let services = ScriptedServices()
        let eventLoops = MultiThreadedEventLoopGroup(numberOfThreads: 1)
        try await withEdge(services, on: eventLoops) { edge in
            try await withConnection(to: edge.port) { greedy in
                try await withConnection(to: edge.port) { other in
                    try await greedy.write(Self.request(for: "greedy"))
                    #expect(try await greedy.readResponse().status == 503)
                    try await other.write(Self.request(for: "other"))
                    #expect(try await other.readResponse().status == 503)
                    // Reads grow for a busy connection, so the last round is the hardest.
                    for _ in 0..<Self.rounds {
                        let hold = Hold()
                        await hold.begin(on: eventLoops.next())
                        let requests = String(repeating: Self.request(for: "greedy"), count: Self.many)
                        try await greedy.channel.writeAndFlush(ByteBuffer(string: requests)).get()
                        try await other.channel.writeAndFlush(ByteBuffer(string: Self.request(for: "other"))).get()
                        hold.finish()
                        #expect(try await other.readResponse().status == 503)
                        for _ in 0..<Self.many { #expect(try await greedy.readResponse().status == 503) }
                    }
                }
            }
        }
        try await eventLoops.shutdownGracefully()
        let isOther = services.received(GetLocationGeoJSON.self).dropFirst(2).map { $0.devices == [id("other")] }
        #expect(isOther.count == Self.rounds * (Self.many + 1))
        for round in stride(from: 0, to: isOther.count, by: Self.many + 1) {
            let before = try #require(isOther[round...].firstIndex(of: true)) - round
            // Otherwise nothing was measured.
            #expect((1...2 * Self.turn / Self.requestLength).contains(before))
        }
    }
}
