// Durable writes through the group commit and reads by key, beside a bare sqlite3 loop with the same batches.

struct StorageFigures {
    let plan: Plan

    func measure() async throws -> Table {
        var table = Table(
            "Storage, synchronous=FULL: a place and a row of history a write",
            ["what", "a second", "bare sqlite3", "of bare"])
        var reads: [(own: Double, bare: Double)] = []
        for writers in [1, 64, 256] {
            var writes: [(own: Double, bare: Double)] = []
            for _ in 0..<plan.short.runs {
                let bare = try bareLoop(batch: writers)
                let own = try await StorageBenchmarks.durableRows(writers: writers, seconds: Double(plan.short.seconds))
                writes.append((own, bare.writes))
                if writers == 64 {
                    reads.append(
                        (try await StorageBenchmarks.readsByKey(seconds: Double(plan.short.seconds)), bare.reads))
                }
            }
            table.add(row("writes, \(writers) writers", writes))
        }
        table.add(row("reads by key, 1 thread", reads))
        return table
    }

    private func row(_ name: String, _ runs: [(own: Double, bare: Double)]) -> [String] {
        let own = runs.median(\.own), bare = runs.median(\.bare)
        return [name, whole(own), whole(bare), ratio(own, of: bare)]
    }

    private func bareLoop(batch: Int) throws -> (writes: Double, reads: Double) {
        let file = FileManager.default.temporaryDirectory.appending(path: "storage-limit.sqlite")
        let found = numbers(
            in: try output(
                of: plan.limits.appending(path: "storage-limit").path,
                [file.path, String(batch), String(plan.short.seconds)])
        )
        guard found.count == 2 else { throw CommandError(description: "storage-limit printed no figures") }
        return (found[0], found[1])
    }
}
