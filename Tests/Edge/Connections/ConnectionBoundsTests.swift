import NIOEmbedded

@testable import Edge

@Suite(.timeLimit(.minutes(10))) struct ConnectionBoundsTests {
    @Test func reservesOpenFiles() {
        var limits = Settings().http.limits
        #expect(ConnectionBounds(limits, openFiles: 1 << 20).total == 10_000)
        #expect(ConnectionBounds(limits, openFiles: 1 << 20).perAddress == 1000)
        #expect(ConnectionBounds(limits, openFiles: 1024).total == 768)
        #expect(ConnectionBounds(limits, openFiles: 1024).perAddress == 384)
        #expect(ConnectionBounds(limits, openFiles: 256).total == 192)
        limits.connections = 5
        limits.connectionsPerAddress = 5
        #expect(ConnectionBounds(limits, openFiles: 1024).total == 5)
        #expect(ConnectionBounds(limits, openFiles: 1024).perAddress == 5)
    }

    @Test func closesConnectionsOfOneAddressBeyondItsBound() async throws {
        try await withEdge(configure: { $0.http.limits.connectionsPerAddress = 2 }) { edge in
            try await withConnection(to: edge.port, from: "127.0.0.2") { first in
                try await withConnection(to: edge.port, from: "127.0.0.2") { second in
                    for _ in 0..<3 {
                        let refused = try await withConnection(to: edge.port, from: "127.0.0.2") { third in
                            try await third.readToEnd()
                        }
                        #expect(refused == "")
                    }
                    #expect(try await edge.request("GET", "/robots.txt").status == 200)
                    try await first.send("GET", "/robots.txt")
                    #expect(try await first.readResponse().status == 200)
                    try await second.send("GET", "/robots.txt")
                    #expect(try await second.readResponse().status == 200)
                }
            }
            #expect(
                await eventually {
                    let answer = try? await withConnection(to: edge.port, from: "127.0.0.2") { connection in
                        try await connection.send("GET", "/robots.txt")
                        return try await connection.readResponse().status
                    }
                    return answer == 200
                })
        }
    }

    @Test func doesNotCountTheConnectionsOfATrustedProxy() async throws {
        let proxy = try #require(IPAddressRange("127.0.0.1"))
        try await withEdge(configure: {
            $0.http.limits.connectionsPerAddress = 1
            $0.http.trustedProxies = [proxy]
        }) { edge in
            try await withConnection(to: edge.port) { _ in
                let status = try await edge.request("GET", "/robots.txt").status
                #expect(status == 200)
            }
        }
    }

    @Test func closesQuietConnectionsWhenAllPlacesAreTaken() async throws {
        try await withEdge(configure: { $0.http.limits.connections = 3 }) { edge in
            try await withConnection(to: edge.port) { spoken in
                try await spoken.send("GET", "/robots.txt")
                #expect(try await spoken.readResponse().status == 200)
                try await withConnection(to: edge.port) { silent in
                    try await withConnection(to: edge.port) { _ in
                        let status = try await edge.request("GET", "/robots.txt").status
                        #expect(status == 200)
                    }
                    // The silent one was closed first, although another was idle for longer.
                    #expect(try await silent.readToEnd() == "")
                }
                try await spoken.send("GET", "/robots.txt")
                #expect(try await spoken.readResponse().status == 200)
            }
        }
    }

    private final class Accepting: ChannelOutboundHandler {
        typealias OutboundIn = Never

        private(set) var count = 0

        func read(context: ChannelHandlerContext) { count += 1 }
    }

    /// Two embedded channels, because a real client may stay silent until its place goes to another one.
    @Test func waitsForAPlaceWhileAllAreBusy() throws {
        var limits = Settings().http.limits
        limits.connections = 1
        let table = ConnectionTable(
            ConnectionBounds(limits, openFiles: 1 << 20), proxies: TrustedProxies([]),
            limiter: AddressConcurrencyLimiter(bound: 1), freed: FreedMemory {})
        let (listening, accepting, client) = (EmbeddedChannel(), Accepting(), EmbeddedChannel())
        let admission = ConnectionAdmission(table, Logger(label: "edge") { _ in SwiftLogNoOpLogHandler() })
        try listening.pipeline.syncOperations.addHandlers(accepting, admission)
        try listening.connect(to: SocketAddress(ipAddress: "192.0.2.1", port: 1)).wait()
        listening.read()
        try listening.writeInbound(client)
        let connection = try #require(table.connection(of: client))
        connection.recordBusy()
        listening.read()
        listening.embeddedEventLoop.advanceTime(by: .minutes(1))
        client.embeddedEventLoop.run()
        #expect(accepting.count == 1 && table.count == 1)
        connection.recordQuiet(at: NIODeadline.now() - ConnectionTable.shortestQuiet)
        listening.embeddedEventLoop.advanceTime(by: .seconds(1))
        client.embeddedEventLoop.run()
        listening.embeddedEventLoop.run()
        #expect(accepting.count == 2 && table.count == 0)
    }

    private func saidToSilence(of edge: RunningEdge) async throws -> String {
        try await withConnection(to: edge.port) { connection in try await connection.readToEnd() }
    }

    @Test func givesANewConnectionLittleTimeForItsFirstByte() async throws {
        // Long enough for a request that is sent at once, even if many tests share few processors.
        try await withEdge(configure: { $0.http.limits.firstByteTimeout = .seconds(4) }) { edge in
            let began = ContinuousClock.now
            #expect(try await saidToSilence(of: edge) == "")
            #expect(ContinuousClock.now - began < .seconds(30), "long before the idle timeout")
            // After that it has the idle timeout.
            try await withConnection(to: edge.port) { connection in
                try await connection.send("GET", "/robots.txt")
                #expect(try await connection.readResponse().status == 200)
                #expect(try await saidToSilence(of: edge) == "")
                try await connection.send("GET", "/robots.txt")
                #expect(try await connection.readResponse().status == 200)
            }
        }
    }
}
