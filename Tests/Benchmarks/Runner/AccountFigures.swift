// Refreshes, authenticated reads and revocations over HTTP.

import Foundation
import NIOHTTP1

/// Measures what accounts and sessions cost.
struct AccountFigures {
    let plan: Plan

    func measure() async throws -> [Table] {
        var loads = Table(
            "Accounts, 64 connections", ["call", "requests/s", "of open", "p50 ms", "p99 ms", "errors", "memory MiB"])
        for (shape, programs) in [
            ("all-in-one", ["balise"]),
            ("services", ["auth-session", "identity", "location", "preferences", "push", "edge"]),
        ] {
            let server = try RunningServer(programs.map(plan.program))
            defer { server.stop() }
            try await measureRefreshes(shape, server, &loads)
            try await measureReads(shape, server, &loads)
        }
        return [loads, try await RevocationFigures(plan: plan).measure()]
    }

    private func measureRefreshes(_ shape: String, _ server: RunningServer, _ table: inout Table) async throws {
        let tokens = try await TokenFile.ofRefreshers(at: server)
        defer { tokens.remove() }
        var runs: [HTTPLoad] = []
        for _ in 0..<plan.long.runs {
            runs.append(
                try HTTPLoad.run(
                    "refresh", in: plan.load, on: server.address, seconds: plan.long.seconds, [tokens.path]))
        }
        try add("refresh, \(shape)", runs, nil, server, to: &table)
    }

    /// Two reads of the location service that cost it about the same: an open one, and one for who shows a token.
    private func measureReads(_ shape: String, _ server: RunningServer, _ table: inout Table) async throws {
        let app = AppClient(server.address)
        let token = try await app.signIns(1, as: "reader")[0].token
        let device = "7B8E6E0E-E4A1-4B1D-8A39-2F5A00000001"
        _ = try await app.send(.POST, "/v1/setDeviceKey", fields: ["DeviceID": device, "NewDeviceKey": "a key"])
        _ = try await app.send(
            .POST, "/api/v1/users/me/location-devices", headers: [("Authorization", token)],
            fields: ["deviceId": device, "deviceKey": "a key"])
        let paths = [["/v1/GetLocationGeoJSON/nobody"], ["/api/v1/users/me/location-devices", token]]
        var runs: [[HTTPLoad]] = [[], []]
        for _ in 0..<plan.long.runs {
            for (index, arguments) in paths.enumerated() {
                runs[index].append(
                    try HTTPLoad.run("read", in: plan.load, on: server.address, seconds: plan.long.seconds, arguments))
            }
        }
        try add("open read, \(shape)", runs[0], runs[0], server, to: &table)
        try add("authenticated read, \(shape)", runs[1], runs[0], server, to: &table)
    }

    private func add(
        _ name: String, _ runs: [HTTPLoad], _ open: [HTTPLoad]?, _ server: RunningServer, to table: inout Table
    ) throws {
        table.add([
            name, whole(runs.median(\.rate)), open.map { ratio(runs.median(\.rate), of: $0.median(\.rate)) } ?? "",
            decimal(runs.median(\.p50), 2), decimal(runs.median(\.p99), 2),
            whole(runs.map(\.errors).reduce(0, +)), whole(try server.residentMiB()),
        ])
    }
}
