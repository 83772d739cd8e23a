import NIOPosix
import ServiceLifecycle

@testable import Edge

@Suite(.serialized, .timeLimit(.minutes(10))) struct ServerEndTests {
    /// The number of connections in total; `BALISE_CONNECTIONS_AGAINST_ENDS` changes it.
    private static let connections =
        ProcessInfo.processInfo.environment["BALISE_CONNECTIONS_AGAINST_ENDS"].flatMap { Int($0) } ?? 1000

    /// A connection dropped between its accept and its answer would end the whole process.
    @Test(arguments: [true, false])
    func endsWhileConnectionsArrive(_ isGraceful: Bool) async throws {
        let eachTime = 40
        for _ in 0..<max(1, Self.connections / eachTime / 2) {
            try await withEndingServer(isGraceful: isGraceful) { port, end in
                await withTaskGroup { group in
                    for number in 0..<eachTime { group.addTask { await knock(at: port, saying: number % 4) } }
                    // At a varying moment: some are accepted, some wait, some are too late.
                    for _ in 0..<Int.random(in: 0..<eachTime) { await group.next() }
                    end()
                }
            }
        }
    }

    /// More than the system buffers before a client reads: the last answers wait in the server.
    @Test func sendsToTheirEndTheAnswersThatAreStillRead() async throws {
        try await withEndingServer(isGraceful: true) { port, end in
            do {
                try await withConnection(to: port) { connection in
                    let requests = 24
                    let request = "GET /openapi.yaml HTTP/1.1\r\nHost: x\r\n\r\n"
                    try await connection.write(String(repeating: request, count: requests))
                    let first = try await connection.readResponse().expect(200)
                    end()
                    for _ in 1..<requests { #expect(try await connection.readResponse().body == first.body) }
                    #expect(try await connection.readToEnd() == "")
                }
            } catch { Issue.record("the connection ended before its answers: \(error)") }
        }
    }

    /// Connects, sends nothing, a part or a whole request, and hangs up with the other side.
    private func knock(at port: Int, saying what: Int) async {
        let request = "GET /robots.txt HTTP/1.1\r\nHost: x\r\n" + (what == 3 ? "Connection: close\r\n" : "") + "\r\n"
        try? await withConnection(to: port) { connection in
            if what > 0 { try await connection.write(what == 1 ? String(request.prefix(20)) : request) }
            if what == 3 { _ = try await connection.readToEnd() }
        }
    }

    private func withEndingServer(
        isGraceful: Bool, _ body: @escaping @Sendable (Int, @escaping @Sendable () -> Void) async -> Void
    ) async throws {
        let miataru = MiataruAPI(ScriptedServices(), allowedOrigins: [], pages: Settings().pages)
        let router = Router([DocumentAPI.openAPI(like: miataru), miataru], fallback: miataru)
        let server = EdgeServer.sample(router, Settings().http)
        let (ports, listening) = AsyncStream<Int>.makeStream()
        let hosted = HostedServer(server: server, listening: listening)
        let logger = Logger(label: "end") { _ in SwiftLogNoOpLogHandler() }
        let group = ServiceGroup(configuration: ServiceGroupConfiguration(services: [hosted], logger: logger))
        let task = Task { try await group.run() }
        var iterator = ports.makeAsyncIterator()
        let port = try #require(await iterator.next())
        await body(port) { if isGraceful { Task { await group.triggerGracefulShutdown() } } else { task.cancel() } }
        _ = await task.result
    }

    private struct HostedServer: Service {
        let server: EdgeServer
        let listening: AsyncStream<Int>.Continuation

        func run() async throws {
            try await server.run(on: MultiThreadedEventLoopGroup.singleton) { listening.yield($0) }
        }
    }
}
