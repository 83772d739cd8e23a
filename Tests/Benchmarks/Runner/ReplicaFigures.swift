import Isolation

/// UpdateLocation with one process of location and with several. Each gets the same small part of a processor, and all others
/// have the rest: as long as these parts are used up while the machine is not busy, nothing else is the limit. When Linux
/// cannot limit processes, PostgreSQL is put as far away as one in another zone.
struct ReplicaFigures {
    let plan: Plan
    let postgreSQL: TestPostgreSQL

    private static let replicas = [1, 2, 3]
    /// Enough that a full transaction waits in each process, with any number of processes.
    private static let connections = 128

    func measure() async throws -> Table {
        if let groups = ReplicaLimit.groups(Self.replicas.reduce(0, +)) {
            defer { for group in groups { group.remove() } }
            return try measure(.processor(groups))
        }
        let relay = try await DelayingRelay(to: postgreSQL.socket)
        let outcome: Result<Table, any Error>
        do { outcome = .success(try measure(.way(relay))) } catch { outcome = .failure(error) }
        try await relay.stop()
        return try outcome.get()
    }

    private func measure(_ limit: ReplicaLimit) throws -> Table {
        var servers: [RunningServer] = []
        defer { for server in servers { server.stop() } }
        for replicas in Self.replicas { servers.append(try startServer(replicas, limit)) }
        for server in servers { try server.makeDevicesKnown(plan) }
        try limit.take(servers.flatMap { $0.processIDs(of: "location") })

        var sides = [Side(name: "one, no limit", server: servers[0], isLimited: false)]
        for (name, server) in zip(["one", "two", "three"], servers) {
            sides.append(Side(name: name, server: server, isLimited: true))
        }
        for side in sides { _ = try load(side, limit, seconds: 1) }
        for _ in 0..<plan.long.runs {
            for index in sides.indices {
                sides[index].runs.append(try load(sides[index], limit, seconds: plan.long.seconds))
            }
        }
        return table(sides, limit)
    }

    private struct Side {
        let name: String
        let server: RunningServer
        let isLimited: Bool
        var runs: [Run] = []
    }

    private struct Run {
        let load: HTTPLoad
        /// How many processors these programs used, and how many the whole machine did; 0 where that is not known.
        let location: Double
        let edge: Double
        let machine: Double
    }

    private func load(_ side: Side, _ limit: ReplicaLimit, seconds: Int) throws -> Run {
        try limit.set(side.isLimited)
        let programs = ["location", "edge"].map(side.server.processIDs)
        let (machine, used, began) = (ProcessorTime(), programs.map(processorSeconds), ContinuousClock.now)
        let load = try HTTPLoad.run(
            "update-location", in: plan.load, on: side.server.address, seconds: seconds, connections: Self.connections)
        let time = milliseconds(since: began) / 1000
        let shares = zip(used, programs).map { used, processes in
            ((processorSeconds(of: processes) ?? 0) - (used ?? 0)) / time
        }
        let busy = machine.flatMap { before in ProcessorTime().map { $0.busyShare(since: before) } } ?? 0
        return Run(
            load: load, location: shares[0], edge: shares[1],
            machine: busy * Double(ProcessInfo.processInfo.activeProcessorCount))
    }

    private func table(_ sides: [Side], _ limit: ReplicaLimit) -> Table {
        var table = Table(
            "UpdateLocation on PostgreSQL, \(limit.text), \(Self.connections) connections; two of one at least 1.6",
            ["processes of location", "requests/s", "of one", "p50 ms", "p99 ms", "errors"]
                + ["location", "edge", "all processors"])
        for side in sides {
            let loads = side.runs.map(\.load)
            let parts = [side.runs.median(\.location), side.runs.median(\.edge), side.runs.median(\.machine)]
            table.add([side.name] + loads.cells(of: sides[1].runs.map(\.load)) + parts.map { decimal($0, 2) })
        }
        return table
    }

    /// Only location has its data on PostgreSQL, so that nothing else is held up.
    private func startServer(_ replicas: Int, _ limit: ReplicaLimit) throws -> RunningServer {
        let database = "replicas_\(replicas)"
        try postgreSQL.makeDatabase(named: database)
        let storage = limit.address(of: database) ?? postgreSQL.address(database: database)
        let location = ServerProgram(plan.program("location"), ["BALISE_STORAGE": storage])
        return try RunningServer(
            ["auth-session", "identity"].map { ServerProgram(plan.program($0)) }
                + Array(repeating: location, count: replicas) + [ServerProgram(plan.program("edge"))])
    }
}
