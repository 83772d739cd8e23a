// UpdateLocation and GetLocation over HTTP, in each shape, beside a bare handler that decodes the same bodies.

import Foundation

/// Measures the HTTP calls. The servers run side by side and take turns, so that a busy moment meets all of them.
struct HTTPFigures {
    let plan: Plan

    private struct Shape {
        let name: String
        let server: RunningServer
    }

    func measure() throws -> [Table] {
        var shapes: [Shape] = []
        defer { for shape in shapes { shape.server.stop() } }
        for (name, programs) in [
            ("bare handler", ["bare-handler"]), ("all-in-one", ["balise"]),
            ("services", ["auth-session", "identity", "location", "preferences", "push", "edge"]),
        ] {
            shapes.append(Shape(name: name, server: try RunningServer(programs.map(plan.program))))
        }
        let idle = try shapes.map { try $0.server.residentMiB() }
        let idleOnce = shapes.map { $0.server.sharedOnceMiB() }

        var table = Table(
            "HTTP, 64 connections, 10 000 devices",
            ["call", "requests/s", "of bare", "p50 ms", "p99 ms", "errors", "memory MiB"])
        // UpdateLocation first: GetLocation then finds every device.
        for endpoint in ["update-location", "get-location"] {
            var runs: [[HTTPLoad]] = Array(repeating: [], count: shapes.count)
            for shape in shapes { _ = try load(endpoint, shape, seconds: 1) }
            for _ in 0..<plan.long.runs {
                for (index, shape) in shapes.enumerated() {
                    runs[index].append(try load(endpoint, shape, seconds: plan.long.seconds))
                }
            }
            for (index, shape) in shapes.enumerated() {
                let loads = runs[index]
                table.add([
                    "\(endpoint), \(shape.name)", whole(loads.median(\.rate)),
                    ratio(loads.median(\.rate), of: runs[0].median(\.rate)), decimal(loads.median(\.p50), 2),
                    decimal(loads.median(\.p99), 2), whole(loads.map(\.errors).reduce(0, +)),
                    whole(try shape.server.residentMiB()),
                ])
            }
        }
        var starts = Table("Start and rest", ["shape", "ready after ms", "memory MiB at rest", "shared once"])
        for (index, shape) in shapes.enumerated() {
            starts.add([
                shape.name, whole(try startTime(shape.name)), whole(idle[index]), idleOnce[index].map(whole) ?? "-",
            ])
        }
        return [table, starts]
    }

    private func load(_ endpoint: String, _ shape: Shape, seconds: Int) throws -> HTTPLoad {
        try HTTPLoad.run(endpoint, in: plan.load, on: shape.server.address, seconds: seconds)
    }

    /// The median time that a shape takes to be ready, each time with an empty data folder.
    private func startTime(_ shape: String) throws -> Double {
        let programs =
            switch shape {
            case "services": ["auth-session", "identity", "location", "preferences", "push", "edge"]
            case "all-in-one": ["balise"]
            default: ["bare-handler"]
            }
        return try (0..<plan.long.runs).map { _ in
            let server = try RunningServer(programs.map(plan.program))
            defer { server.stop() }
            return server.startMilliseconds
        }.median
    }
}
