import MessageBus
import Models
import NIOCore
import ServiceRuntime
import ServiceSettings
import Synchronization

/// All open connections of one server: limits their number, and closes idle ones to make room.
final class ConnectionTable: Sendable {
    /// The shortest pause after which a connection counts as quiet. A shorter pause is usual between two requests.
    static let shortestQuiet = TimeAmount.seconds(1)

    private struct Open {
        var connection: Connection
        var channel: any Channel
        var network: [UInt8]?
        /// The task of the connection; nil before its first byte.
        var task: Task<Void, Never>?
        var isClosed = false

        /// The order in which quiet connections are closed.
        var rank: Int { connection.isTrustedProxy ? 2 : connection.hasSpoken ? 1 : 0 }
    }

    private struct State {
        var open: [ObjectIdentifier: Open] = [:]
        var perAddress: [[UInt8]: Int] = [:]
        var isEnding = false
        var whenEmpty: [CheckedContinuation<Void, Never>] = []
        var whenRoom: (@Sendable () -> Void)?
    }

    let bounds: ConnectionBounds
    private let proxies: TrustedProxies
    private let limiter: AddressConcurrencyLimiter
    private let freed: FreedMemory
    private let state = Mutex(State())

    /// The approximate number of bytes that closing a connection frees.
    private static let bytesEach = 16 << 10

    init(_ bounds: ConnectionBounds, proxies: TrustedProxies, limiter: AddressConcurrencyLimiter, freed: FreedMemory) {
        self.bounds = bounds
        self.proxies = proxies
        self.limiter = limiter
        self.freed = freed
    }

    // MARK: Beginning

    /// Takes a new connection. Returns nil if its address has the most connections allowed, or if the server ends.
    func admit(_ channel: any Channel) -> Connection? {
        let peer = channel.remoteAddress?.canonicalText ?? ""
        let connection = Connection(peer: peer, proxies: proxies, limiter: limiter)
        let network = connection.isTrustedProxy ? nil : ClientNetwork(text: peer).owner
        let isAdmitted = state.withLock { state in
            guard !state.isEnding else { return false }
            if let network {
                let count = state.perAddress[network, default: 0]
                guard count < bounds.perAddress else { return false }
                state.perAddress[network] = count + 1
            }
            state.open[ObjectIdentifier(channel)] = Open(connection: connection, channel: channel, network: network)
            return true
        }
        guard isAdmitted else { return nil }
        channel.closeFuture.whenComplete { _ in self.recordClosed(channel) }
        return connection
    }

    func connection(of channel: any Channel) -> Connection? {
        state.withLock { $0.open[ObjectIdentifier(channel)]?.connection }
    }

    /// Runs the work of a connection. Each part has a task of its own, which is cancelled when the connection closes.
    func run(_ channel: any Channel, on executor: any TaskExecutor, _ work: ConnectionWork) {
        let id = ObjectIdentifier(channel)
        // The entry stays until the work has ended.
        state.withLock { state in
            let task = Task(executorPreference: executor) {
                // Short handlers of services in this process run on the connection's thread, too.
                let next = await CallerExecutor.$current.withValue(executor) { await work.run() }
                guard let next else { return self.recordWorkOver(id) }
                self.run(channel, on: executor, next)
            }
            state.open[id]?.task = task
            state.open[id]?.connection.record(work: task)
            if state.open[id]?.isClosed == true { task.cancel() }
        }
    }

    // MARK: Room

    var count: Int { state.withLock { $0.open.count } }

    var hasRoom: Bool { count < bounds.total }

    /// Calls `then` once, as soon as a further connection has room.
    func whenRoom(_ then: @escaping @Sendable () -> Void) {
        let isThere = state.withLock { state in
            let isThere = state.open.count < bounds.total
            if !isThere { state.whenRoom = then }
            return isThere
        }
        if isThere { then() }
    }

    /// Closes quiet connections, first connections without any byte, then the connections that were quiet longest. A
    /// proxy's connections are closed last, because proxies keep unused connections. Returns the number of closed
    /// connections.
    func makeRoom(at now: NIODeadline = .now()) -> Int {
        let latest = now - Self.shortestQuiet
        let victims = state.withLock { state in
            // While silent connections exist, even recent ones, the other connections stay.
            let areSomeSilent = state.open.values.contains { !$0.isClosed && $0.rank == 0 }
            let quiet = state.open.values.compactMap { open -> (rank: Int, since: NIODeadline, channel: any Channel)? in
                guard !open.isClosed, let since = open.connection.quiet, since <= latest else { return nil }
                guard !areSomeSilent || open.rank == 0 else { return nil }
                return (open.rank, since, open.channel)
            }
            // Several connections are closed at once, so that a full table is not searched for each new client.
            return quiet.sorted { ($0.rank, $0.since) < ($1.rank, $1.since) }.prefix(max(1, bounds.total / 32))
                .map(\.channel)
        }
        for channel in victims { channel.close(promise: nil) }
        return victims.count
    }

    // MARK: Ending

    var isEnding: Bool { state.withLock { $0.isEnding } }

    /// Lets each connection finish its current request.
    func quiesce() {
        for channel in beginEnding() {
            channel.pipeline.fireUserInboundEventTriggered(ChannelShouldQuiesceEvent())
        }
    }

    func closeAll() {
        for channel in beginEnding() { channel.close(promise: nil) }
    }

    func waitUntilEmpty() async {
        await withCheckedContinuation { continuation in
            let isEmpty = state.withLock { state in
                if !state.open.isEmpty { state.whenEmpty.append(continuation) }
                return state.open.isEmpty
            }
            if isEmpty { continuation.resume() }
        }
    }

    private func beginEnding() -> [any Channel] {
        state.withLock { state in
            state.isEnding = true
            return state.open.values.map(\.channel)
        }
    }

    private func recordClosed(_ channel: any Channel) {
        let id = ObjectIdentifier(channel)
        let task = state.withLock { state -> Task<Void, Never>? in
            state.open[id]?.isClosed = true
            return state.open[id]?.task
        }
        // The client is gone, so the work for it is cancelled.
        if let task { task.cancel() } else { remove(id) }
    }

    private func recordWorkOver(_ id: ObjectIdentifier) {
        let isClosed = state.withLock { state in
            state.open[id]?.task = nil
            state.open[id]?.connection.record(work: nil)
            return state.open[id]?.isClosed ?? true
        }
        if isClosed { remove(id) }
    }

    private func remove(_ id: ObjectIdentifier) {
        let (waiting, then) = state.withLock { state -> ([CheckedContinuation<Void, Never>], (@Sendable () -> Void)?) in
            guard let open = state.open.removeValue(forKey: id) else { return ([], nil) }
            if let network = open.network {
                let count = state.perAddress[network, default: 1] - 1
                state.perAddress[network] = count > 0 ? count : nil
            }
            let then = state.open.count < bounds.total ? state.whenRoom : nil
            if then != nil { state.whenRoom = nil }
            guard state.open.isEmpty else { return ([], then) }
            defer { state.whenEmpty = [] }
            return (state.whenEmpty, then)
        }
        freed.record(Self.bytesEach)
        then?()
        for continuation in waiting { continuation.resume() }
    }
}

struct ConnectionBounds: Sendable, Equatable {
    var total: Int
    var perAddress: Int

    /// Makes the limits. Some open files are kept for databases, services and operations. If the rest is less than the
    /// settings allow, one address gets at most half of it.
    init(_ limits: HTTPLimits, openFiles: Int) {
        let reserve = min(512, max(64, openFiles / 4))
        let affordable = max(1, openFiles - reserve)
        total = min(limits.connections, affordable)
        perAddress =
            affordable < limits.connections
            ? min(limits.connectionsPerAddress, max(1, affordable / 2)) : limits.connectionsPerAddress
    }
}
