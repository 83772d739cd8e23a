// UpdateLocation and GetLocation over HTTP, in each shape, beside a bare handler that decodes the same bodies.

import Foundation

/// Measures the HTTP calls. The servers run side by side and take turns, so that a busy moment meets all of them.
struct HTTPFigures {
    let plan: Plan

    private struct Shape {
        let name: String
        let server: RunningServer
    }

    func measure() throws -> Table {
        var shapes: [Shape] = []
        defer { for shape in shapes { shape.server.stop() } }
        for (name, programs) in [
            ("bare handler", ["bare-handler"]), ("all-in-one", ["balise"]),
            ("services", ["auth-session", "identity", "location", "preferences", "push", "edge"]),
        ] {
            shapes.append(Shape(name: name, server: try RunningServer(programs.map(plan.program))))
        }

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
        return table
    }

    private func load(_ endpoint: String, _ shape: Shape, seconds: Int) throws -> HTTPLoad {
        try HTTPLoad.run(endpoint, in: plan.load, on: shape.server.address, seconds: seconds)
    }
}
