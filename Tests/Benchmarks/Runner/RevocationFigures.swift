import NIOHTTP1

struct RevocationFigures {
    let plan: Plan
    var setting = "services"
    var storage: String?
    var replicas = 1

    func measure() async throws -> Table {
        let names = Array(repeating: "auth-session", count: replicas) + ["identity", "location", "edge", "edge"]
        let settings = storage.map { ["BALISE_STORAGE": $0] } ?? [:]
        let server = try RunningServer(names.map { ServerProgram(plan.program($0), settings) })
        defer { server.stop() }
        let (revoking, watching) = (AppClient(server.addresses[0]), AppClient(server.addresses[1]))
        let (operating, guarding) = (AppClient(server.operations[0]), AppClient(server.operations[1]))
        let token = ("Authorization", "Bearer " + (try server.operatorToken()))
        let count = plan.long.runs > 1 ? 1000 : 100

        var sessions: [Double] = []
        for account in 0..<(count / 10) {
            for signIn in try await revoking.signIns(10, as: "leaver\(account)") {
                let header = ("Authorization", "Bearer " + signIn.token)
                sessions.append(
                    try await timeUntilRefused(at: watching, "/api/v1/users/me", [header]) {
                        try await revoking.send(.DELETE, "/api/v1/auth/sessions/" + signIn.session, headers: [header])
                    })
            }
        }
        var keys: [Double] = []
        for number in 0..<count {
            let made = try await operating.send(
                .POST, "/api-keys", headers: [token], fields: CreatedKey(name: "key \(number)", scopes: ["operate"]))
            guard let id = made.text("id"), let secret = made.text("secret") else {
                throw CommandError(description: "no API key: \(made.status)")
            }
            let headers = [("X-API-Key", secret)]
            keys.append(
                try await timeUntilRefused(at: guarding, "/livez", headers) {
                    try await operating.send(
                        .DELETE, "/api-keys/" + id, headers: [token, ("Content-Type", "application/json")])
                })
        }
        var table = Table(
            "Revocation, seen at another edge (\(setting))", ["credential", "count", "p50 ms", "p99 ms", "slowest ms"])
        for (name, times) in [("session", sessions.sorted()), ("API key", keys.sorted())] {
            table.add([
                name, whole(Double(times.count)), decimal(times[times.count / 2], 1),
                decimal(times[times.count * 99 / 100], 1), decimal(times[times.count - 1], 1),
            ])
        }
        return table
    }

    private func timeUntilRefused(
        at edge: AppClient, _ path: String, _ headers: [(String, String)], _ revoke: () async throws -> AppClient.Reply
    ) async throws -> Double {
        for _ in 0..<2 {
            let reply = try await edge.send(.GET, path, headers: headers)
            guard reply.status == 200 else {
                throw CommandError(description: "a good credential was answered with \(reply.status)")
            }
        }
        let revoked = try await revoke()
        guard revoked.status < 300 else { throw CommandError(description: "not revoked: \(revoked.status)") }
        let began = ContinuousClock.now
        while true {
            let status = try await edge.send(.GET, path, headers: headers).status
            if status == 401 { break }
            guard status == 200 else { throw CommandError(description: "answered with \(status) after its end") }
            guard ContinuousClock.now - began < .seconds(10) else {
                throw CommandError(description: "still good 10 s after its end")
            }
        }
        return milliseconds(since: began)
    }
}
