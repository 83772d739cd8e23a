import NIOHTTP1

/// Measures the cost of authenticating a session, and how soon an ended one is refused.
struct AccountFigures {
    let plan: Plan

    func measure() async throws -> [Table] {
        var reads = Table(
            "Reads, 64 connections", ["call", "requests/s", "of open", "p50 ms", "p99 ms", "errors", "memory MiB"])
        for (shape, programs) in Plan.shapes {
            let server = try RunningServer(programs.map(plan.program))
            defer { server.stop() }
            try await measureReads(shape, server, &reads)
        }
        return [reads, try await RevocationFigures(plan: plan).measure()]
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
        let runs = try HTTPLoad.inTurn(
            plan,
            paths.map { path in
                { try HTTPLoad.run("read", in: plan.load, on: server.address, seconds: $0, path) }
            })
        for (name, loads) in zip(["open read", "authenticated read"], runs) {
            table.add(["\(name), \(shape)"] + loads.cells(of: runs[0]) + [whole(try server.residentMiB())])
        }
    }
}
