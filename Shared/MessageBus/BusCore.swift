import Models
import Synchronization

/// The parts of a bus. `@unchecked Sendable`: only the reactor's thread uses the lists; everything else is constant or
/// has a lock.
final class BusCore: @unchecked Sendable {
    let reactor: Reactor
    let configuration: BusConfiguration
    let names = BoundNames()
    let malformed: RateLimitedReport
    let dropped: RateLimitedReport

    private var servers: [ObjectIdentifier: ServerPort] = [:]
    private var connections = WeakConnections()
    private let directPorts = Mutex<[String: DirectPort]>([:])

    init(_ reactor: Reactor, _ configuration: BusConfiguration) {
        (self.reactor, self.configuration) = (reactor, configuration)
        let report = configuration.report
        malformed = RateLimitedReport { count, reason in report(.malformedMessages(count: count, reason: reason)) }
        dropped = RateLimitedReport { count, _ in report(.repliesDropped(count: count)) }
    }

    /// Returns the way to the direct handlers at an address within the process. It is the same for callers and service.
    func direct(at address: String) -> DirectPort {
        directPorts.withLock { ports in
            let port = ports[address] ?? DirectPort()
            ports[address] = port
            return port
        }
    }

    /// Adds a server. Only the reactor's thread may call this function and those between it and `shutDown`.
    func add(_ server: ServerPort) {
        servers[ObjectIdentifier(server)] = server
        reactor.attach(server)
    }

    func remove(_ server: ServerPort) { servers[ObjectIdentifier(server)] = nil }

    func add(_ connection: Connection) { connections.add(connection) }

    func shutDown(drain: Duration) async {
        let deadline = MonotonicTime.now.adding(drain)
        await drainAll(until: deadline) { [self] in servers.values.map { $0.drain } }
        await drainAll(until: deadline) { [self] in connections.living.map { $0.drain } }
        await withCheckedContinuation { continuation in reactor.stop { continuation.resume() } }
    }

    private func drainAll(
        until deadline: MonotonicTime, _ parts: @escaping @Sendable () -> [(@escaping () -> Void) -> Void]
    ) async {
        await withCheckedContinuation { continuation in
            let isTaken = reactor.submit(
                .perform { [self] in
                    let drains = parts()
                    let latch = CountdownLatch(count: drains.count, deadline: deadline, on: reactor) {
                        continuation.resume()
                    }
                    for drain in drains { drain { latch.countDown() } }
                })
            if !isTaken { continuation.resume() }
        }
    }
}

/// The open connections, each once. They belong to their clients, so this list does not keep them alive.
struct WeakConnections {
    private struct Entry {
        weak var connection: Connection?
    }

    private var entries: [Entry] = []

    var living: [Connection] { entries.compactMap(\.connection) }

    mutating func add(_ connection: Connection) {
        entries.removeAll { $0.connection == nil || $0.connection === connection }
        entries.append(Entry(connection: connection))
    }
}

/// Counts the binds of each name within the process, so that each bind has a new number. libzmq cannot tell one bind
/// from another. `@unchecked Sendable`: only the reactor's thread uses it.
final class BoundNames: @unchecked Sendable {
    private var generations: [String: UInt64] = [:]
    private var lastGeneration: UInt64 = 0
    private var watchers = WeakConnections()

    func generation(of name: String) -> UInt64? { generations[name] }

    func bind(_ name: String) {
        lastGeneration += 1
        generations[name] = lastGeneration
        notifyWatchers()
    }

    func release(_ name: String) {
        generations[name] = nil
        notifyWatchers()
    }

    func notify(_ connection: Connection) { watchers.add(connection) }

    private func notifyWatchers() {
        for connection in watchers.living { connection.nameChanged() }
    }
}
