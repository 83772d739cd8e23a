import NIOHTTP1

/// The first page of each list of the operations port, all in one on SQLite. Lists take turns, so that a busy moment meets all
/// of them.
struct ListFigures {
    let plan: Plan

    /// The limit for the slowest first page of a list, in milliseconds, from the request to the end of the answer.
    private static let bound = 200.0
    /// How many seconds a server may take to be ready: push reads all people into memory first.
    private static let start = 90

    private var isQuick: Bool { plan.long.runs == 1 }
    private var asks: Int { isQuick ? 5 : 30 }

    private struct Figure {
        var rows = 0
        /// Milliseconds.
        var times: [Double] = []
    }

    /// Throws when a list has taken longer than the bound, or has no rows that it has to have.
    func measure(_ print: (Table) -> Void) async throws {
        let data = FileManager.default.temporaryDirectory.appending(path: "lists-\(UInt32.random(in: 0 ... .max))")
        defer { try? FileManager.default.removeItem(at: data) }
        let program = ServerProgram(plan.program("balise"), ["BALISE_DATA_DIR": data.path])
        // The program makes the databases by its own migrations, so that what is filled is what it knows.
        try RunningServer([program]).stop()
        let rows = ListRows(people: isQuick ? 20_000 : 1_000_000, notifications: isQuick ? 2000 : 100_000)
        let began = ContinuousClock.now
        try await rows.fill(data)
        let filling = milliseconds(since: began) / 1000
        let server = try RunningServer([program], readyWithin: Self.start)
        defer { server.stop() }
        let token = try String(contentsOf: data.appending(path: "operator.token"), encoding: .utf8)
            .trimmingCharacters(in: .newlines)
        let calls = ListCall.all(about: rows)
        let figures = try await ask(calls, at: try named(server.operations.last), token)
        let title =
            "Lists of \(whole(Double(rows.people))) people and \(whole(Double(rows.notifications))) notifications; "
            + "first pages, \(asks) of each; filled in \(decimal(filling, 0)) s, ready in "
            + "\(decimal(server.startMilliseconds / 1000, 1)) s, \(whole(try server.residentMiB())) MiB"
        var table = Table(title, ["list", "rows", "p50 ms", "p99 ms", "within \(decimal(Self.bound, 0)) ms"])
        var late: [String] = []
        for (call, figure) in zip(calls, figures) {
            let slowest = figure.times.percentile(99)
            if slowest > Self.bound { late.append(call.name) }
            table.add([
                call.name, whole(Double(figure.rows)), decimal(figure.times.median, 1), decimal(slowest, 1),
                slowest > Self.bound ? "no" : "yes",
            ])
        }
        print(table)
        guard late.isEmpty else {
            throw CommandError(description: "longer than \(decimal(Self.bound, 0)) ms: \(late.joined(separator: ", "))")
        }
    }

    private func ask(_ calls: [ListCall], at address: String, _ token: String) async throws -> [Figure] {
        let client = AppClient(address)
        let headers = [("Authorization", "Bearer " + token)]
        // Services that have only just started may not have found each other.
        for call in calls {
            try await untilItSucceeds {
                _ = try call.rows(of: try await client.send(.GET, call.path, headers: headers))
            }
        }
        var figures = Array(repeating: Figure(), count: calls.count)
        for _ in 0..<asks {
            for (index, call) in calls.enumerated() {
                let began = ContinuousClock.now
                let reply = try await client.send(.GET, call.path, headers: headers)
                figures[index].times.append(milliseconds(since: began))
                figures[index].rows = try call.rows(of: reply)
            }
        }
        return figures
    }
}
