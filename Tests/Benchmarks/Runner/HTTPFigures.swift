/// The bare handler decodes the bodies of the first two calls and answers constants; the others are compared with its first.
struct HTTPFigures {
    let plan: Plan

    /// UpdateLocation first: GetLocation then finds every device.
    private static let callsOfBare = ["update-location", "get-location"]
    static let calls = callsOfBare + ["refresh", "get-preferences", "set-preferences", "set-position"]

    func measure() async throws -> Table {
        let bare = try RunningServer([plan.program("bare-handler")])
        defer { bare.stop() }
        var shapes: [(name: String, server: LoadedServer)] = []
        defer { for shape in shapes { shape.server.stop() } }
        for (name, programs) in Plan.shapes {
            shapes.append((name, try await LoadedServer(programs.map { ServerProgram(plan.program($0)) })))
        }
        var table = Table(
            "HTTP, 64 connections, 10 000 devices, 64 people",
            ["call", "requests/s", "of bare", "p50 ms", "p99 ms", "errors", "memory MiB"])
        for call in Self.calls {
            let isOfBare = Self.callsOfBare.contains(call)
            let limit = isOfBare ? call : Self.callsOfBare[0]
            var loads: [(Int) throws -> HTTPLoad] = [
                { try HTTPLoad.run(limit, in: plan.load, on: bare.address, seconds: $0) }
            ]
            for shape in shapes { loads.append { try shape.server.load(call, plan, seconds: $0) } }
            let runs = try HTTPLoad.inTurn(plan, loads)
            let servers = [("bare handler", bare)] + shapes.map { ($0.name, $0.server.server) }
            for ((name, server), loads) in zip(servers, runs).dropFirst(isOfBare ? 0 : 1) {
                table.add(["\(call), \(name)"] + loads.cells(of: runs[0]) + [whole(try server.residentMiB())])
            }
        }
        return table
    }
}
