import Isolation

/// On a PostgreSQL that waits for its disk, configured as `initdb` leaves it; SQLite's files are on the same disk.
struct EngineFigures {
    let plan: Plan

    /// The calls, and the part of SQLite's rate that PostgreSQL has to reach.
    private static let calls: [(name: String, bar: Double)] = [
        ("update-location", 0.6), ("refresh", 0.6), ("set-position", 0.5), ("set-preferences", 0.5),
        ("get-location", 0.3), ("get-preferences", 0.3),
    ]

    func measure(_ show: (Table) -> Void) async throws {
        let postgreSQL = try Self.startPostgreSQL()
        defer { postgreSQL.stop() }
        show(try await compareEngines(postgreSQL))
        show(
            try await RevocationFigures(
                plan: plan, setting: "two processes of auth-session on PostgreSQL; p99 at most 50 ms",
                storage: try postgreSQL.makeDatabase(), replicas: 2
            ).measure())
    }

    func measureReplicas() async throws -> Table {
        let postgreSQL = try Self.startPostgreSQL()
        defer { postgreSQL.stop() }
        return try await ReplicaFigures(plan: plan, postgreSQL: postgreSQL).measure()
    }

    private static func startPostgreSQL() throws -> TestPostgreSQL {
        try TestPostgreSQL(
            isDurable: true, settings: ["shared_buffers": "128MB", "max_wal_size": "1GB"],
            dataIn: FileManager.default.temporaryDirectory)
    }

    /// Both sides run side by side and take turns, so that a busy moment meets both.
    private func compareEngines(_ postgreSQL: TestPostgreSQL) async throws -> Table {
        var table = Table(
            "PostgreSQL beside SQLite, services over HTTP, 64 connections, 10 000 devices, 64 people",
            ["call, data on", "requests/s", "of SQLite", "at least", "p50 ms", "p99 ms", "errors"])
        var sides: [(name: String, server: LoadedServer)] = []
        defer { for side in sides { side.server.stop() } }
        for (name, settings) in [
            ("SQLite", [:]), ("PostgreSQL", ["BALISE_STORAGE": try postgreSQL.makeDatabase()]),
        ] as [(String, [String: String])] {
            let server = try await LoadedServer(Plan.services.map { ServerProgram(plan.program($0), settings) })
            sides.append((name, server))
            try server.server.makeDevicesKnown(plan)
        }
        for (call, bar) in Self.calls {
            let runs = try HTTPLoad.inTurn(
                plan, sides.map { side in { try side.server.load(call, plan, seconds: $0) } })
            table.add(["\(call), \(sides[0].name)"] + runs[0].cells(of: nil, ""))
            table.add(["\(call), \(sides[1].name)"] + runs[1].cells(of: runs[0], decimal(bar, 1)))
        }
        return table
    }
}

extension RunningServer {
    /// Lets each of the devices of the load scripts report, so that what is measured later makes none of them known.
    func makeDevicesKnown(_ plan: Plan) throws {
        // A run begins with the first device, so one run has to reach them all.
        for seconds in [2, 4, 8, 16] {
            let load = try HTTPLoad.run("update-location", in: plan.load, on: address, seconds: seconds)
            if load.rate * Double(seconds) - load.errors > 10_000 || plan.long.runs == 1 { return }
        }
    }
}
