import Models

/// `@unchecked Sendable`: only the reactor's thread uses the lists; the rest is constant.
final class BusCore: @unchecked Sendable {
    private struct WeakConnection {
        weak var connection: Connection?
    }

    let reactor: Reactor
    let configuration: BusConfiguration
    let names = BoundNames()
    let malformed: RateLimitedReport
    let dropped: RateLimitedReport

    private var servers: [ObjectIdentifier: ServerPort] = [:]
    private var connections: [WeakConnection] = []

    init(_ reactor: Reactor, _ configuration: BusConfiguration) {
        self.reactor = reactor
        self.configuration = configuration
        let report = configuration.report
        malformed = RateLimitedReport { count, reason in report(.malformedMessages(count: count, reason: reason)) }
        dropped = RateLimitedReport { count, _ in report(.repliesDropped(count: count)) }
    }

    /// Call this and everything up to `shutDown` on the reactor's thread.
    func add(_ server: ServerPort) {
        servers[ObjectIdentifier(server)] = server
        reactor.attach(server)
    }

    func remove(_ server: ServerPort) { servers[ObjectIdentifier(server)] = nil }

    func add(_ connection: Connection) {
        connections.removeAll { $0.connection == nil || $0.connection === connection }
        connections.append(WeakConnection(connection: connection))
    }

    func shutDown(drain: Duration) async {
        let deadline = MonotonicTime.now.adding(drain)
        await drainServers(until: deadline)
        await drainConnections(until: deadline)
        await withCheckedContinuation { continuation in reactor.stop { continuation.resume() } }
    }

    private func drainServers(until deadline: MonotonicTime) async {
        await withCheckedContinuation { continuation in
            let isTaken = reactor.submit(
                .perform { [self] in
                    let latch = CountdownLatch(count: servers.count, deadline: deadline, on: reactor) {
                        continuation.resume()
                    }
                    for server in servers.values { server.drain { latch.countDown() } }
                })
            if !isTaken { continuation.resume() }
        }
    }

    private func drainConnections(until deadline: MonotonicTime) async {
        await withCheckedContinuation { continuation in
            let isTaken = reactor.submit(
                .perform { [self] in
                    let open = connections.compactMap(\.connection)
                    let latch = CountdownLatch(count: open.count, deadline: deadline, on: reactor) {
                        continuation.resume()
                    }
                    for connection in open { connection.drain { latch.countDown() } }
                })
            if !isTaken { continuation.resume() }
        }
    }
}
