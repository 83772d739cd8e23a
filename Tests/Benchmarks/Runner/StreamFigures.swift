// How fast places reach those who watch them live, and what watching costs.

import Foundation
import NIOCore
import NIOHTTP1
import NIOPosix
import Synchronization

/// Watches moving devices by many streams, and holds many idle ones.
struct StreamFigures {
    let plan: Plan

    /// So many viewers watch so many devices, each of which moves once a second.
    private static let viewers = 5000
    private static let devices = 1000
    /// Streams that nothing comes by.
    private static let idle = 10_000

    func measure() async throws -> Table {
        var table = Table(
            "Live places, one machine with the clients",
            ["", "streams", "events/s", "p50 ms", "p99 ms", "slowest ms", "MiB more"])
        let isQuick = plan.long.runs == 1
        let viewers = isQuick ? 500 : Self.viewers
        let devices = isQuick ? 100 : Self.devices
        let seconds = isQuick ? 3 : 20
        for program in ["balise"] {
            let server = try RunningServer([
                ServerProgram(
                    plan.program(program),
                    [
                        "BALISE_HTTP_STREAMS": "20000", "BALISE_HTTP_STREAMS_PER_ADDRESS": "20000",
                        "BALISE_HTTP_CONNECTIONS": "40000", "BALISE_HTTP_CONNECTIONS_PER_ADDRESS": "40000",
                    ])
            ])
            defer { server.stop() }
            let watchers = try Watchers(server)
            for slow in [0, viewers / 50] {
                try await move(devices, on: server)
                try await watchers.open(viewers, devices: devices)
                try await watchers.open(slow, devices: devices, isSlow: true)
                watchers.times.withLock { $0.removeAll() }
                for _ in 0..<seconds {
                    let began = ContinuousClock.now
                    try await move(devices, on: server)
                    try await Task.sleep(until: began + .seconds(1), clock: .continuous)
                }
                let times = watchers.times.withLock { $0 }.sorted()
                guard let slowest = times.last else { throw CommandError(description: "no place came by a stream") }
                table.add([
                    slow == 0 ? "moving each second" : "the same, \(slow) more that do not read",
                    whole(Double(viewers)),
                    whole(Double(times.count) / Double(seconds)), decimal(times[times.count / 2], 1),
                    decimal(times[times.count * 99 / 100], 1), decimal(slowest, 1), "",
                ])
                try await watchers.close()
            }
            let idle = isQuick ? 1000 : Self.idle
            let before = try server.residentMiB()
            try await watchers.open(idle, devices: idle)
            // A heartbeat of each.
            try await Task.sleep(for: .seconds(isQuick ? 1 : 20))
            table.add(["idle", whole(Double(idle)), "", "", "", "", whole(try server.residentMiB() - before)])
            try await watchers.close()
        }
        return table
    }

    /// Moves each device once, spread over most of a second. The place says when.
    private func move(_ devices: Int, on server: RunningServer) async throws {
        let client = AppClient(server.address)
        let portion = 10
        for first in stride(from: 0, to: devices, by: portion) {
            let places = (first..<min(first + portion, devices)).map { number in
                Update.Place(
                    Device: "live-\(number)", Timestamp: String(Watchers.now), Longitude: "2.35", Latitude: "48.85",
                    HorizontalAccuracy: "5")
            }
            let reply = try await client.send(
                .POST, "/v1/UpdateLocation", fields: Update(MiataruConfig: .init(), MiataruLocation: places))
            guard reply.status == 200 else { throw CommandError(description: "an update was answered \(reply.status)") }
        }
    }

    /// The body of UpdateLocation.
    private struct Update: Encodable {
        struct Config: Encodable {
            var EnableLocationHistory = "False"
            var LocationDataRetentionTime = "60"
        }
        struct Place: Encodable {
            let Device: String
            let Timestamp: String
            let Longitude: String
            let Latitude: String
            let HorizontalAccuracy: String
        }
        let MiataruConfig: Config
        let MiataruLocation: [Place]
    }
}

/// Clients of streams. Each address of this machine has so many ports, so they come from several.
private final class Watchers: Sendable {
    /// The milliseconds from before a place was sent until its event was read, of all streams.
    let times = Mutex<[Double]>([])
    private let channels = Mutex<[any Channel]>([])
    private let loops = MultiThreadedEventLoopGroup.singleton
    private let port: Int

    init(_ server: RunningServer) throws {
        guard let port = server.address.split(separator: ":").last.flatMap({ Int($0) }) else {
            throw CommandError(description: "no port in \(server.address)")
        }
        self.port = port
    }

    /// Microseconds by the clock of the machine.
    static var now: Int64 { Int64(Date().timeIntervalSince1970 * 1_000_000) }

    /// Opens streams, each of one device, and waits until each has its first event.
    func open(_ count: Int, devices: Int, isSlow: Bool = false) async throws {
        for first in stride(from: 0, to: count, by: 100) {
            let opened = try await withThrowingTaskGroup(of: (any Channel).self) { group in
                for number in first..<min(first + 100, count) {
                    group.addTask { try await self.open(number, device: number % devices, isSlow: isSlow) }
                }
                return try await group.reduce(into: [any Channel]()) { $0.append($1) }
            }
            channels.withLock { $0 += opened }
        }
    }

    private func open(_ number: Int, device: Int, isSlow: Bool) async throws -> any Channel {
        let first = loops.next().makePromise(of: Void.self)
        let channel = try await ClientBootstrap(group: loops)
            .channelInitializer { channel in
                channel.pipeline.addHandler(
                    EventTimer(first: first, isSlow: isSlow) { [self] time in
                        times.withLock { $0.append(time) }
                    })
            }
            .bind(to: try SocketAddress(ipAddress: "127.0.0.\(2 + number / 10_000)", port: 0))
            .connect(host: "127.0.0.1", port: port).get()
        let path = "/v1/stream?devices=live-\(device)&RequestMiataruDeviceID=viewer-\(number)"
        try await channel.writeAndFlush(ByteBuffer(string: "GET \(path) HTTP/1.1\r\nHost: bench\r\n\r\n"))
        try await first.futureResult.get()
        return channel
    }

    func close() async throws {
        let channels = channels.withLock { channels in
            defer { channels = [] }
            return channels
        }
        for channel in channels { try? await channel.close() }
    }
}

/// Reads the events of a stream, and measures from the moment that each names.
private final class EventTimer: ChannelInboundHandler, Sendable {
    typealias InboundIn = ByteBuffer

    private let first: EventLoopPromise<Void>
    private let isSlow: Bool
    private let record: @Sendable (Double) -> Void

    init(first: EventLoopPromise<Void>, isSlow: Bool, record: @escaping @Sendable (Double) -> Void) {
        self.first = first
        self.isSlow = isSlow
        self.record = record
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        let text = String(buffer: unwrapInboundIn(data))
        guard text.contains("event: ") else { return }
        first.succeed()
        // Whoever does not read stops here; the server's side fills up.
        if isSlow { return context.channel.setOption(ChannelOptions.autoRead, value: false).whenFailure { _ in } }
        let now = Watchers.now
        for match in text.matches(of: /"Timestamp":"([0-9]+)"/) {
            if let sent = Int64(match.1) { record(Double(now - sent) / 1000) }
        }
    }

    func channelInactive(context: ChannelHandlerContext) {
        first.fail(CommandError(description: "a stream was closed"))
    }
}
