@testable import MessageBus

final class ReplicaFixture: Sendable {
    private let home: TemporaryFolder
    let endpoints: [Endpoint]
    let clientBus: MessageBus
    let reports = Reports()
    let added: [Tally]
    private let answerTimeout: Duration
    private let buses = Mutex<[Int: MessageBus]>([:])

    init(_ way: Way, count: Int, limits: BusLimits, random: [UInt64] = []) throws {
        let home = try TemporaryFolder()
        self.home = home
        endpoints = try (0..<count).map { index in
            way == .ipc
                ? try Endpoint("ipc://\(home.url.path)/\(index).sock")
                : try Endpoint("tcp://127.0.0.1:\(try freePort())")
        }
        added = (0..<count).map { _ in Tally() }
        answerTimeout = limits.answerTimeout
        let reports = reports
        var configuration = BusConfiguration(name: .edge, limits: limits) { reports.receive($0) }
        if !random.isEmpty {
            let taken = Tally()
            configuration.random = {
                taken.add()
                return random[(taken.value - 1) % random.count]
            }
        }
        clientBus = try MessageBus(configuration)
    }

    @discardableResult
    func start(
        _ index: Int, _ fill: (inout HandlerTable) -> Void = { _ in },
        isReady: @escaping @Sendable () -> Bool = { true }
    ) throws -> BusServer {
        var configuration = BusConfiguration.patient(.location)
        configuration.limits.answerTimeout = answerTimeout
        let bus = try MessageBus(configuration)
        let added = added[index]
        var handlers = HandlerTable()
        handlers.on(Keyed.self) { _, _ in "\(index)" }
        handlers.on(KeyedAdd.self) { _, _ in
            added.add()
            return "\(index)"
        }
        handlers.on(Echo.self) { Echo.Reply($0, $1) }
        fill(&handlers)
        let server = try bus.serve(
            .location, at: endpoints[index],
            permissions: Permissions([.edge: testMessages + [Hold.self, ReadFeed.self]]), handlers: handlers,
            isReady: isReady)
        buses.withLock { $0[index] = bus }
        return server
    }

    func stop(_ index: Int) async {
        let bus = buses.withLock { $0.removeValue(forKey: index) }
        await bus?.shutDown(drain: .zero)
    }

    func client(_ order: [Int]? = nil) -> BusClient {
        let endpoints = order.map { $0.map { self.endpoints[$0] } } ?? endpoints
        return clientBus.client(as: .edge, replicas: [.location: endpoints])
    }

    /// The replica whose turn a key is by its hash, among those given.
    func owner(of key: String, among indices: [Int]? = nil) -> Int {
        (indices ?? Array(endpoints.indices)).max { one, other in
            func score(_ index: Int) -> UInt64 {
                Rendezvous.score(of: RoutingKey(key), for: Rendezvous.seed(of: endpoints[index]))
            }
            return score(one) < score(other)
        } ?? 0
    }

    func key(of index: Int) throws -> String {
        try #require((0..<1000).map { "key-\($0)" }.first { owner(of: $0) == index })
    }

    func untilConnected(_ indices: Int...) async throws {
        try await eventually("the replicas \(indices) are connected") { isUp == Set(indices) }
    }

    private var isUp: Set<Int> {
        var up: Set<Endpoint> = []
        for event in reports.all {
            switch event {
            case .connected(_, let endpoint): up.insert(endpoint)
            case .disconnected(_, let endpoint, _): up.remove(endpoint)
            default: break
            }
        }
        return Set(endpoints.indices.filter { up.contains(endpoints[$0]) })
    }

    func end() async {
        await clientBus.shutDown(drain: .zero)
        for index in endpoints.indices { await stop(index) }
    }
}

/// Nothing that fails over may need the time that a connection or an answer is waited for, which is longer than any test.
func withReplicas(
    _ count: Int, over way: Way = .ipc, answerTimeout: Duration = .seconds(600), random: [UInt64] = [],
    _ test: (ReplicaFixture) async throws -> Void
) async throws {
    var limits = BusLimits()
    limits.connectionTimeout = .seconds(600)
    limits.answerTimeout = answerTimeout
    let fixture = try ReplicaFixture(way, count: count, limits: limits, random: random)
    do {
        try await test(fixture)
    } catch {
        await fixture.end()
        throw error
    }
    await fixture.end()
}

extension BusClient {
    func replica<R: ServiceRequest>(
        answering request: R, _ timeout: Duration = .seconds(60)
    ) async -> String where R.Reply == String {
        do { return try await send(request, context(timeout)) } catch { return "\(error)" }
    }
}

/// A tcp socket that listens and never accepts: the system completes connections, and they stay silent.
final class SilentListener {
    private let descriptor: Int32

    init(at endpoint: Endpoint) throws {
        descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        var reuse: Int32 = 1
        setsockopt(descriptor, SOL_SOCKET, SO_REUSEADDR, &reuse, socklen_t(MemoryLayout<Int32>.size))
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7f00_0001).bigEndian
        address.sin_port = try #require(endpoint.text.split(separator: ":").last.flatMap { UInt16($0) }).bigEndian
        let status = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { pointer in
                bind(descriptor, pointer, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
        try #require(status == 0)
        try #require(listen(descriptor, 16) == 0)
    }

    func close() { _ = Foundation.close(descriptor) }
}
