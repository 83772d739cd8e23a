import Foundation

struct AudienceFigures {
    let plan: Plan

    func measure() throws -> Table {
        let people = try AudienceBenchmarks()
        let before = try residentBytes()
        people.fill()
        let held = try residentBytes() - before
        var times: [Double] = []
        var told = 0
        for expression in people.expressions(plan.short.runs * 200) {
            let decision = people.decide(expression)
            times.append(decision.milliseconds)
            told += decision.told
        }
        var table = Table(
            "Audiences of \(whole(Double(AudienceBenchmarks.count))) people with 20 tags each and \(AudienceBenchmarks.topics) topics",
            ["what", "figure"])
        table.add(["resident, MB", decimal(held / 1e6, 0)])
        table.add(["counted, MB", decimal(Double(people.footprint) / 1e6, 0)])
        table.add(["taken in at the start, ms", whole(people.filling)])
        table.add(["expressions decided", whole(Double(times.count))])
        table.add(["people told by each", whole(Double(told) / Double(max(times.count, 1)))])
        table.add(["an expression decided, p50 ms", decimal(times.median, 2)])
        table.add(["p99 ms", decimal(times.percentile(99), 2)])
        table.add(["slowest, ms", decimal(times.max() ?? 0, 2)])
        // Includes the memory for deciding, not only for the users.
        table.add(["resident afterwards, MB", decimal((try residentBytes() - before) / 1e6, 0)])
        return table
    }
}

func residentBytes() throws -> Double {
    try mebibytes(of: [ProcessInfo.processInfo.processIdentifier]) * 1_048_576
}
