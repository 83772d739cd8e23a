// Typed round trips a second, coding included, beside a bare libzmq loop. Over ipc and tcp the service is a process of its own:
// this program started again with other arguments.

import MessageBus
import Models
import Synchronization

enum BusBenchmarks {
    enum Message: String, Sendable {
        /// One place with a key, answered with `Done`.
        case update = "UpdateLocation"
        /// One device, answered with where it is.
        case get = "GetLocation"

        var frameBytes: Int {
            switch self {
            case .update: 220
            case .get: 160
            }
        }
    }

    enum Transport: String, CaseIterable, Sendable {
        case inproc, ipc, tcp, curve
    }

    struct RoundTrips: Sendable {
        var perSecond: Double
        var p50: Duration
        var p99: Duration
    }

    static func roundTrips(
        of message: Message, transport: Transport, inFlight: Int, seconds: Double
    ) async throws -> RoundTrips {
        let folder = FileManager.default.temporaryDirectory.appending(path: "bus-bench-\(UUID().uuidString.prefix(8))")
        try FileManager.default.createDirectory(
            at: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        defer { try? FileManager.default.removeItem(at: folder) }
        if transport == .curve { try CurveKeyFolder(folder.path).makeKeys() }

        let bus = try MessageBus(try configuration(.edge, transport, folder.path))
        let service =
            transport == .inproc
            ? Service(endpoint: try serve(transport, folder.path, on: bus).endpoint, process: nil)
            : try startService(transport, folder.path)
        defer { service.process?.terminate() }
        let client = bus.client(as: .edge, endpoints: [.location: service.endpoint])
        _ = try await run(message, client, on: bus, inFlight: inFlight, seconds: min(seconds / 4, 0.5))
        let result = try await run(message, client, on: bus, inFlight: inFlight, seconds: seconds)
        await bus.shutDown(drain: .zero)
        return result
    }

    // MARK: The caller

    private static func run(
        _ message: Message, _ client: BusClient, on bus: MessageBus, inFlight: Int, seconds: Double
    ) async throws -> RoundTrips {
        let start = ContinuousClock.now
        let end = start.advanced(by: .seconds(seconds))
        var times = try await withThrowingTaskGroup(of: [Duration].self) { group in
            for sender in 0..<inFlight {
                group.addTask(executorPreference: bus.executor) {
                    try await send(message, as: sender, through: client, until: end)
                }
            }
            return try await group.reduce(into: [Duration]()) { $0 += $1 }
        }
        let elapsed = start.duration(to: .now) / .seconds(1)
        times.sort()
        return RoundTrips(
            perSecond: Double(times.count) / elapsed, p50: times[times.count / 2], p99: times[times.count * 99 / 100])
    }

    private static func send(
        _ message: Message, as sender: Int, through client: BusClient, until end: ContinuousClock.Instant
    ) async throws -> [Duration] {
        var times: [Duration] = []
        let context = MessageContext(requestID: "0192f1c4-7a00-7000-8000-00000000\(1000 + sender)", client: clientInfo)
        var before = ContinuousClock.now
        while before < end || times.isEmpty {
            switch message {
            case .update: _ = try await client.send(update, context)
            case .get: _ = try await client.send(question, context)
            }
            let after = ContinuousClock.now
            times.append(after - before)
            before = after
        }
        return times
    }

    private static let clientInfo: ClientInfo = {
        var info = ClientInfo()
        info.platform = "ios"
        info.version = "1.0.0"
        info.device = "iPhone16,1"
        info.address = Personal("192.0.2.7")
        return info
    }()

    private static let device = DeviceID("7b8e6e0ee5296db345162dc2ef652c1350761823")!

    private static let question = GetLocation(reader: Reader(device: DeviceID("a-reader")), devices: [device])

    private static let update = UpdateLocation(
        entries: [
            UpdateLocation.Entry(device: device, key: DeviceKey("a key of the device"), location: place)
        ], keepsHistory: true, retentionMinutes: LocationValue(json: "10"))

    private static let place = Location(
        timestamp: LocationValue(json: "1376735651"), longitude: LocationValue(json: "10.837502"),
        latitude: LocationValue(json: "49.828925"), horizontalAccuracy: LocationValue(json: "50.00"))

    // MARK: The service

    private struct Service {
        var endpoint: Endpoint
        var process: Process?
    }

    private static let argument = "serve-bus-benchmark"

    /// Serves and never returns when this process was started as the service; call it first in the program.
    static func serveIfAsked(_ arguments: [String] = CommandLine.arguments) throws {
        guard arguments.count == 4, arguments[1] == argument, let transport = Transport(rawValue: arguments[2])
        else { return }
        let bus = try MessageBus(try configuration(.location, transport, arguments[3]))
        let server = try serve(transport, arguments[3], on: bus)
        try FileHandle.standardOutput.write(contentsOf: Data("\(server.endpoint.text)\n".utf8))
        // Ends with the process that started it.
        _ = try FileHandle.standardInput.readToEnd()
        exit(0)
    }

    private static func startService(_ transport: Transport, _ folder: String) throws -> Service {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: CommandLine.arguments[0])
        process.arguments = [argument, transport.rawValue, folder]
        let output = Pipe()
        process.standardOutput = output
        process.standardInput = Pipe()
        try process.run()
        let line = String(decoding: output.fileHandleForReading.availableData, as: UTF8.self)
        return Service(endpoint: try Endpoint(line.trimmingCharacters(in: .newlines)), process: process)
    }

    private static func configuration(
        _ name: ServiceName, _ transport: Transport, _ folder: String
    ) throws -> BusConfiguration {
        var configuration = BusConfiguration(name: name)
        if transport == .curve { configuration.curve = try CurveKeyFolder(folder).load(hosting: [name]) }
        return configuration
    }

    private static func serve(_ transport: Transport, _ folder: String, on bus: MessageBus) throws -> BusServer {
        var handlers = HandlerTable()
        handlers.on(UpdateLocation.self) { _, _ in Done() }
        handlers.on(GetLocation.self) { request, _ in
            GetLocation.Reply(
                found: request.devices.map { GetLocation.LocationResult(device: $0, location: place, slogan: nil) })
        }
        let address =
            switch transport {
            case .inproc: "inproc://location"
            case .ipc: "ipc://\(folder)/location.sock"
            case .tcp, .curve: "tcp://127.0.0.1:0"
            }
        return try bus.serve(
            .location, at: try Endpoint(address),
            permissions: Permissions([.edge: [UpdateLocation.self, GetLocation.self]]),
            handlers: handlers)
    }
}
