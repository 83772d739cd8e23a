// What people say of themselves over HTTP, what they want to hear of and where they are, beside what devices report.

import Foundation

/// Measures the calls by which people say what they want to hear of and where they are. Calls take turns on the same
/// server, so that a busy moment meets all of them.
struct PeopleFigures {
    let plan: Plan

    private static let people = 64
    /// The first is what the others are compared with.
    private static let calls = ["update-location", "get-preferences", "set-preferences", "set-position"]

    func measure() async throws -> Table {
        var table = Table(
            "What people say of themselves, 64 connections, \(Self.people) people",
            ["call", "requests/s", "of UpdateLocation", "p50 ms", "p99 ms", "errors", "memory MiB"])
        for (shape, programs) in [
            ("all-in-one", ["balise"]),
            ("services", ["auth-session", "identity", "location", "preferences", "push", "edge"]),
        ] {
            let server = try RunningServer(programs.map(plan.program))
            defer { server.stop() }
            let tokens = try await TokenFile.ofPeople(Self.people, at: server)
            defer { tokens.remove() }
            try measure(shape, server, tokens, &table)
        }
        return table
    }

    private func measure(_ shape: String, _ server: RunningServer, _ tokens: TokenFile, _ table: inout Table) throws {
        func load(_ call: String, seconds: Int) throws -> HTTPLoad {
            try HTTPLoad.run(call, in: plan.load, on: server.address, seconds: seconds, [tokens.path])
        }
        for call in Self.calls { _ = try load(call, seconds: 1) }
        var runs: [[HTTPLoad]] = Array(repeating: [], count: Self.calls.count)
        for _ in 0..<plan.long.runs {
            for (index, call) in Self.calls.enumerated() {
                runs[index].append(try load(call, seconds: plan.long.seconds))
            }
        }
        for (call, loads) in zip(Self.calls, runs) {
            table.add([
                "\(call), \(shape)", whole(loads.median(\.rate)),
                ratio(loads.median(\.rate), of: runs[0].median(\.rate)), decimal(loads.median(\.p50), 2),
                decimal(loads.median(\.p99), 2), whole(loads.map(\.errors).reduce(0, +)),
                whole(try server.residentMiB()),
            ])
        }
    }
}
