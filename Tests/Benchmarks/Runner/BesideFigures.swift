/// Both run at the same time and take turns, so that a busy moment meets both.
struct BesideFigures {
    let plan: Plan
    let other: URL

    private static let rounds = 11
    private static let seconds = 2
    /// A call whose rate falls below this part of the other build's has become slower.
    private static let tolerated = 0.97

    func measure() async throws -> (table: Table, slower: [String]) {
        var table = Table(
            "Beside another build, \(Self.rounds) rounds of \(Self.seconds) s, 64 connections",
            ["call", "other, requests/s", "this", "this of other", "of the rounds, from", "to"])
        var slower: [String] = []
        for (shape, names) in Plan.shapes {
            let before = try await LoadedServer(names.map { ServerProgram(other.appending(path: $0)) })
            defer { before.stop() }
            let after = try await LoadedServer(names.map { ServerProgram(plan.program($0)) })
            defer { after.stop() }
            for call in HTTPFigures.calls {
                let rounds = try measure(call, before, after)
                let ratios = rounds.map { $0.after / $0.before }
                if ratios.median < Self.tolerated { slower.append("\(call), \(shape)") }
                table.add([
                    "\(call), \(shape)", whole(rounds.median(\.before)), whole(rounds.median(\.after)),
                    decimal(ratios.median, 3), decimal(ratios.percentile(25), 3), decimal(ratios.percentile(75), 3),
                ])
            }
        }
        return (table, slower)
    }

    /// The order changes from round to round.
    private func measure(
        _ call: String, _ before: LoadedServer, _ after: LoadedServer
    ) throws -> [(before: Double, after: Double)] {
        for side in [before, after] { _ = try side.load(call, plan, seconds: 1) }
        return try (0..<Self.rounds).map { round in
            let isReversed = round % 2 == 1
            let first = try (isReversed ? after : before).load(call, plan, seconds: Self.seconds).rate
            let second = try (isReversed ? before : after).load(call, plan, seconds: Self.seconds).rate
            return isReversed ? (second, first) : (first, second)
        }
    }
}
