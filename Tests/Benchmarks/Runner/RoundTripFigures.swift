import Fakes
import NIOCore

/// `push` with two connections to a fake APNs whose answers are late: by 60 ms in the fake server, or behind a relay with 30 ms
/// in each direction, where acknowledgements are late as well. So a connection sends at most its window in a round trip (RFC
/// 9113, section 5.2): it is measured with 65,535 bytes and with 1 MiB.
struct RoundTripFigures {
    let plan: Plan

    private static let connections = 2
    private static let roundTrip = 60
    private var people: Int { plan.short.runs > 1 ? 60_000 : 20_000 }
    private var runs: Int { plan.short.runs > 1 ? 3 : 1 }

    private struct Way {
        let name: String
        /// In milliseconds.
        var atStandIn = 0
        /// In milliseconds, each way.
        var onRelay = 0
        var window = 65_535
    }

    private static let ways = [
        Way(name: "none"), Way(name: "60 ms, at the stand-in", atStandIn: roundTrip),
        Way(name: "60 ms, on the way", onRelay: roundTrip / 2),
        Way(name: "60 ms, on the way, window of 1 MiB", onRelay: roundTrip / 2, window: 1 << 20),
    ]

    func measure() async throws -> Table {
        var table = Table(
            "Pushes to \(whole(Double(people))) people over \(Self.connections) connections, medians of \(runs)",
            ["round trip", "all sent ms", "sent/s", "of none", "connections"])
        let measured = try await PushPeers.run { folder, load in
            var measured: [(runs: [AnnouncementLoad.Run], connections: Int)] = []
            for (place, way) in Self.ways.enumerated() {
                measured.append(try await measure(way, from: place * runs, load, folder))
            }
            return measured
        }
        let nearest = measured[0].runs.median(\.rate)
        for (way, (runs, connections)) in zip(Self.ways, measured) {
            let rate = runs.median(\.rate)
            table.add([
                way.name, whole(runs.median(\.done)), whole(rate), ratio(rate, of: nearest), String(connections),
            ])
        }
        return table
    }

    /// Finds the people whom an earlier start has left.
    /// - Parameter number: Of the first announcement.
    private func measure(
        _ way: Way, from number: Int, _ load: AnnouncementLoad, _ folder: URL
    ) async throws -> (runs: [AnnouncementLoad.Run], connections: Int) {
        var fake = FakeAPNs.Plan()
        fake.keepsNotifications = false
        fake.delay = .milliseconds(way.atStandIn)
        fake.connectionWindow = way.window
        let apns = try await FakeAPNs(fake)
        let relay = try await DelayingRelay(
            to: try SocketAddress(ipAddress: "127.0.0.1", port: try named(apns.url.port)))
        relay.delay = .milliseconds(Int64(way.onRelay))
        var settings = try apns.settings(in: folder, behind: way.onRelay > 0 ? relay.port : nil)
        settings["BALISE_PUSH_APNS_CONNECTIONS"] = String(Self.connections)
        let process = try PushPeers.start(plan.program("push"), in: folder, settings)
        defer {
            process.terminate()
            process.waitUntilExit()
        }
        var runs: [AnnouncementLoad.Run] = []
        try await load.untilReady()
        if number == 0 { try await load.makeKnown(1..<people) }
        for run in 0..<self.runs {
            runs.append(try await load.announce(number + run, to: people, through: process, at: apns))
        }
        try await relay.stop()
        let connections = apns.connections
        try await apns.stop()
        return (runs, connections)
    }
}
