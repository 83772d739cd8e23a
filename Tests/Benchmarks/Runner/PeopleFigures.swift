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
            let file = FileManager.default.temporaryDirectory.appending(path: "people-\(UInt32.random(in: 0 ... .max))")
            defer { try? FileManager.default.removeItem(at: file) }
            try await signIn(at: server, tokensInto: file)
            try measure(shape, server, file, &table)
        }
        return table
    }

    private func signIn(at server: RunningServer, tokensInto file: URL) async throws {
        let app = AppClient(server.address)
        var lines = ""
        for number in 0..<Self.people {
            for signIn in try await app.signIns(1, as: "person\(number)") { lines += signIn.token + "\n" }
        }
        try Data(lines.utf8).write(to: file)
    }

    private func measure(_ shape: String, _ server: RunningServer, _ file: URL, _ table: inout Table) throws {
        func load(_ call: String, seconds: Int) throws -> HTTPLoad {
            try HTTPLoad.run(call, in: plan.load, on: server.address, seconds: seconds, [file.path])
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
