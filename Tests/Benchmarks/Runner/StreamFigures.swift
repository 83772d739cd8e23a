import NIOHTTP1
import ServiceRuntime

struct StreamFigures {
    let plan: Plan

    /// Each device moves once a second.
    private static let viewers = 5000
    private static let devices = 1000
    /// Streams that nothing comes by.
    private static let idle = 10_000
    /// Files that a process needs beside its streams.
    private static let otherFiles = 600
    private static let portion = 10
    private static let devicesOfSlow = 50
    /// How often the devices move before it counts.
    private static let unmeasured = 4
    /// Within this time a stream has a heartbeat and a WebSocket a ping, in seconds.
    private static let untilPinged = 35
    /// The bars: milliseconds of the slowest of a hundred events, and MiB for streams that nothing comes by.
    private static let (seenWithin, idleWithin) = (100.0, 150.0)

    private var isQuick: Bool { plan.long.runs == 1 }

    /// Returns the table and what missed its bar.
    func measure() async throws -> (table: Table, missed: [String]) {
        OpenFileLimit.raise()
        let idle = isQuick ? 1000 : Self.idle
        guard OpenFileLimit.current >= idle + Self.otherFiles else {
            throw CommandError(
                description: "the limit of open files is \(OpenFileLimit.current); set it to 20000 with ulimit -n")
        }
        var table = Table(
            "Live places, one machine with the clients; from before the change was sent until its event was read",
            [
                "", "streams and WebSockets", "changes/s", "events/s", "p50 ms", "p99 ms", "p99 ms of WebSockets",
                "bar", "slowest ms", "MiB more", "bar", "lost",
            ])
        var missed: [String] = []
        try await measureMoving(&table, &missed)
        try await measureIdle(idle, &table, &missed)
        return (table, missed)
    }

    // MARK: Devices that move

    private func measureMoving(_ table: inout Table, _ missed: inout [String]) async throws {
        let viewers = isQuick ? 500 : Self.viewers
        let devices = isQuick ? 100 : Self.devices
        let seconds = isQuick ? 3 : 20
        let server = try start()
        defer { server.stop() }
        let before = try server.residentMiB()
        let watchers = try StreamWatchers(server)
        try await move(devices, on: server, over: .zero)
        try await watchers.open(viewers, devices: devices)
        // The same streams, without those that do not read and with them: only these may be what differs.
        for slow in [0, viewers / 100] {
            try await watchers.open(slow, devices: devices, each: Self.devicesOfSlow, isSlow: true)
            // Until what came with the beginning of the streams is over, and nothing goes into those that are slow.
            for _ in 0..<Self.unmeasured { try await move(devices, on: server, over: .seconds(1)) }
            watchers.begin()
            let began = ContinuousClock.now
            for second in 0..<seconds {
                try await move(devices, on: server, over: .seconds(1))
                try await Task.sleep(until: began + .seconds(second + 1), clock: .continuous)
            }
            let time = milliseconds(since: began) / 1000
            let (ofStreams, ofSockets) = watchers.times
            guard !ofStreams.isEmpty, !ofSockets.isEmpty else {
                throw CommandError(description: "no place came by a stream, or by a WebSocket")
            }
            let times = ofStreams + ofSockets
            let name = slow == 0 ? "moving each second" : "the same, \(slow) more that do not read"
            // Either kind has to keep the bar.
            let slowest = max(ofStreams.percentile(99), ofSockets.percentile(99))
            if slowest > Self.seenWithin * Plan.tolerance {
                missed.append("\(name): p99 is \(decimal(slowest, 1)) ms and not \(whole(Self.seenWithin))")
            }
            table.add([
                name, whole(Double(viewers)), whole(Double(devices * seconds) / time),
                whole(Double(times.count) / time), decimal(times.median, 1), decimal(times.percentile(99), 1),
                decimal(ofSockets.percentile(99), 1), whole(Self.seenWithin), decimal(times.max() ?? 0, 1),
                whole(max(0, try server.residentMiB() - before)), "-", String(watchers.lost),
            ])
        }
        watchers.close()
    }

    /// Moves each device once, spread over some time. The place says when.
    private func move(_ devices: Int, on server: RunningServer, over time: Duration) async throws {
        let client = AppClient(server.address)
        let began = ContinuousClock.now
        for first in stride(from: 0, to: devices, by: Self.portion) {
            try await Task.sleep(until: began + time * first / devices, clock: .continuous)
            let places = (first..<min(first + Self.portion, devices)).map { number in
                Update.Place(
                    Device: "live-\(number)", Timestamp: String(StreamWatchers.now), Longitude: "2.35",
                    Latitude: "48.85", HorizontalAccuracy: "5")
            }
            let reply = try await client.send(
                .POST, "/v1/UpdateLocation", fields: Update(MiataruConfig: .init(), MiataruLocation: places))
            guard reply.status == 200 else { throw CommandError(description: "an update was answered \(reply.status)") }
        }
    }

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

    // MARK: Nothing that moves

    /// On a server of its own: what earlier streams have left behind would take the place of what these need.
    private func measureIdle(_ idle: Int, _ table: inout Table, _ missed: inout [String]) async throws {
        let server = try start()
        defer { server.stop() }
        let watchers = try StreamWatchers(server)
        // The one-time cost of the first streams is not part of the cost of each.
        try await watchers.open(100, devices: 100)
        let before = try server.residentMiB()
        try await watchers.open(idle, devices: idle)
        try await Task.sleep(for: .seconds(isQuick ? 1 : Self.untilPinged))
        let after = try server.residentMiB()
        guard watchers.lost == 0 else {
            throw CommandError(description: "\(watchers.lost) of \(idle) idle streams were ended by the server")
        }
        watchers.close()
        let more = max(0, after - before)
        if more > Self.idleWithin * Plan.tolerance {
            missed.append("idle streams took \(whole(more)) MiB and not \(whole(Self.idleWithin))")
        }
        table.add([
            "idle", whole(Double(idle)), "-", "-", "-", "-", "-", "-", "-", whole(more), whole(Self.idleWithin), "0",
        ])
    }

    private func start() throws -> RunningServer {
        try RunningServer([
            ServerProgram(
                plan.program("balise"),
                [
                    "BALISE_HTTP_STREAMS": "20000", "BALISE_HTTP_STREAMS_PER_ADDRESS": "20000",
                    "BALISE_HTTP_SOCKETS_PER_ADDRESS": "20000",
                    "BALISE_HTTP_CONNECTIONS": "40000", "BALISE_HTTP_CONNECTIONS_PER_ADDRESS": "40000",
                ])
        ])
    }
}
