// What a second process of location gives where one is held up by the way to its PostgreSQL.

import Foundation
import Isolation
import NIOCore

/// Measures UpdateLocation with one and with two processes of location, whose PostgreSQL is as far away as one in
/// another zone. Client, services and PostgreSQL share the processors of the machine, and where these are the limit a
/// second process can give nothing. The table shows how busy they were, and what one process reaches without the way.
struct ReplicaFigures {
    let plan: Plan
    let postgreSQL: TestPostgreSQL

    /// How long bytes are on their way, to PostgreSQL and back.
    private static let delay = 2
    /// So many that there is always a full transaction waiting, also with two processes.
    private static let connections = 128

    /// A server, and what it was measured with.
    private struct Side {
        let name: String
        let server: RunningServer
        var delay: Int
        var runs: [HTTPLoad] = []
        var busy: [Double] = []
    }

    func measure() async throws -> Table {
        let relay = try await DelayingRelay(to: postgreSQL.socket)
        let outcome: Result<Table, any Error>
        do { outcome = .success(try measure(over: relay)) } catch { outcome = .failure(error) }
        try await relay.stop()
        return try outcome.get()
    }

    private func measure(over relay: DelayingRelay) throws -> Table {
        let one = try startServer(locations: 1, over: relay)
        defer { one.stop() }
        let two = try startServer(locations: 2, over: relay)
        defer { two.stop() }
        for server in [one, two] { try server.makeDevicesKnown(plan) }

        var sides = [
            Side(name: "one process, no delay", server: one, delay: 0),
            Side(name: "one process", server: one, delay: Self.delay),
            Side(name: "two processes", server: two, delay: Self.delay),
        ]
        for index in sides.indices { try load(&sides[index], over: relay, seconds: 1) }
        for index in sides.indices { (sides[index].runs, sides[index].busy) = ([], []) }
        for _ in 0..<plan.long.runs {
            for index in sides.indices { try load(&sides[index], over: relay, seconds: plan.long.seconds) }
        }

        var table = Table(
            "UpdateLocation with \(Self.delay) ms to PostgreSQL and \(Self.delay) ms back, "
                + "\(Self.connections) connections; two of one at least 1.6",
            ["location", "requests/s", "of one", "p50 ms", "p99 ms", "errors", "processors busy"])
        for side in sides {
            table.add([
                side.name, whole(side.runs.median(\.rate)),
                ratio(side.runs.median(\.rate), of: sides[1].runs.median(\.rate)),
                decimal(side.runs.median(\.p50), 2), decimal(side.runs.median(\.p99), 2),
                whole(side.runs.map(\.errors).reduce(0, +)),
                side.busy.isEmpty ? "-" : decimal(side.busy.median, 2),
            ])
        }
        return table
    }

    private func load(_ side: inout Side, over relay: DelayingRelay, seconds: Int) throws {
        relay.delay = .milliseconds(Int64(side.delay))
        let before = ProcessorTime()
        side.runs.append(
            try HTTPLoad.run(
                "update-location", in: plan.load, on: side.server.address, seconds: seconds,
                connections: Self.connections))
        if let before, let after = ProcessorTime() { side.busy.append(after.busyShare(since: before)) }
    }

    /// Only location has its data on PostgreSQL, so that nothing else is held up.
    private func startServer(locations: Int, over relay: DelayingRelay) throws -> RunningServer {
        let database = "two_zones_\(locations)"
        try postgreSQL.makeDatabase(named: database)
        let storage = "postgres://balise@127.0.0.1:\(relay.port)/\(database)?sslmode=disable"
        let location = ServerProgram(plan.program("location"), ["BALISE_STORAGE": storage])
        return try RunningServer(
            ["auth-session", "identity"].map { ServerProgram(plan.program($0)) }
                + Array(repeating: location, count: locations) + [ServerProgram(plan.program("edge"))])
    }
}
