@Suite(.serialized, .timeLimit(.minutes(10))) enum BusTests {}

enum Way: String, CaseIterable, CustomTestStringConvertible {
    case inproc, ipc, tcp, curve

    var testDescription: String { rawValue }

    /// Those that cross a socket of the system.
    static let betweenProcesses: [Way] = [.ipc, .tcp, .curve]
}

final class Reports: Sendable {
    private let events = Mutex<[BusEvent]>([])

    func receive(_ event: BusEvent) { events.withLock { $0.append(event) } }

    var all: [BusEvent] { events.withLock { $0 } }

    func contains(_ isWanted: (BusEvent) -> Bool) -> Bool { all.contains(where: isWanted) }
}

/// A service and its caller, each on a bus of its own; within the process they share one.
final class BusFixture: Sendable {
    let way: Way
    private let home: TemporaryFolder
    var folder: URL { home.url }
    let serverBus: MessageBus
    let clientBus: MessageBus
    let serverReports = Reports()
    let clientReports = Reports()
    let endpoint: Endpoint
    let keys: [ServiceName: CurveKeyPair]

    init(_ way: Way, limits: BusLimits = .patient, watchedHold: Duration? = nil) throws {
        self.way = way
        home = try TemporaryFolder()
        let keys = [ServiceName.edge: try CurveKeys.generate(), .location: try CurveKeys.generate()]
        self.keys = keys
        let known = keys.mapValues(\.publicKey)

        let serverReports = serverReports
        var server = BusConfiguration(name: .location, limits: limits) { serverReports.receive($0) }
        server.watchedHold = watchedHold
        if way == .curve { server.curve = CurveConfiguration(own: [.location: keys[.location]!], known: known) }
        serverBus = try MessageBus(server)

        let clientReports = clientReports
        var client = BusConfiguration(name: .edge, limits: limits) { clientReports.receive($0) }
        client.watchedHold = watchedHold
        if way == .curve { client.curve = CurveConfiguration(own: [.edge: keys[.edge]!], known: known) }
        clientBus = way == .inproc ? serverBus : try MessageBus(client)

        endpoint =
            switch way {
            case .inproc: try Endpoint("inproc://location")
            case .ipc: try Endpoint("ipc://\(home.url.path)/location.sock")
            case .tcp, .curve: try Endpoint("tcp://127.0.0.1:\(try freePort())")
            }
    }

    /// - Parameter messages: What the edge may send; nil for what each caller may send by the handlers.
    func serve(
        at address: Endpoint? = nil, permitting messages: [any Request.Type]? = testMessages, limits: BusLimits? = nil,
        _ fill: (inout HandlerTable) -> Void
    ) throws -> BusServer {
        var handlers = HandlerTable()
        fill(&handlers)
        let permissions = messages.map { Permissions([.edge: $0]) } ?? handlers.permissions
        return try serverBus.serve(
            .location, at: address ?? endpoint, permissions: permissions, handlers: handlers, limits: limits)
    }

    func client(as caller: ServiceName = .edge, limits: BusLimits? = nil) -> BusClient {
        clientBus.client(as: caller, endpoints: [.location: endpoint], limits: limits)
    }

    func end() async {
        await clientBus.shutDown(drain: .zero)
        await serverBus.shutDown(drain: .zero)
    }
}

func withBus(
    _ way: Way, limits: BusLimits = .patient, watchedHold: Duration? = nil, _ test: (BusFixture) async throws -> Void
) async throws {
    let fixture = try BusFixture(way, limits: limits, watchedHold: watchedHold)
    do {
        try await test(fixture)
    } catch {
        await fixture.end()
        throw error
    }
    await fixture.end()
}

/// A tcp port that was free a moment ago, outside the range from which the system assigns ports. For callers that need an
/// address before its service has bound it; others bind port 0 and ask for the number.
func freePort() throws -> UInt16 {
    let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    defer { close(descriptor) }
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(0x7f00_0001).bigEndian
    let size = socklen_t(MemoryLayout<sockaddr_in>.size)
    var status: Int32 = -1
    for _ in 0..<100 where status != 0 {
        address.sin_port = UInt16.random(in: 15_000..<32_000).bigEndian
        status = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { bind(descriptor, $0, size) }
        }
    }
    try #require(status == 0)
    return UInt16(bigEndian: address.sin_port)
}
