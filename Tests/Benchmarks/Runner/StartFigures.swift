/// Measures starts with an empty data folder, and memory at rest, in each shape beside a bare handler.
struct StartFigures {
    let plan: Plan

    private struct Shape {
        let name: String
        let programs: [String]
        /// In milliseconds.
        var readyWithin: Double?
        /// MiB.
        var restsWithin: Double?
    }

    private static let shapes = [
        Shape(name: "bare handler", programs: ["bare-handler"]),
        Shape(name: "all-in-one", programs: ["balise"], readyWithin: 150, restsWithin: 45),
        Shape(name: "services", programs: Plan.services, readyWithin: 200, restsWithin: 200),
    ]
    /// Memory is at rest when it has stayed the same for so many seconds, of at most so many.
    private static let (still, longest) = (5, 60)

    /// Returns what missed its bar.
    func measure(_ print: (Table) -> Void) throws -> [String] {
        var times: [[Double]] = Array(repeating: [], count: Self.shapes.count)
        // In turn, so that a busy moment meets all of them.
        for _ in 0..<(plan.long.runs == 1 ? 3 : 9) {
            for (index, shape) in Self.shapes.enumerated() {
                let server = try start(shape)
                times[index].append(server.startMilliseconds)
                server.stop()
            }
        }
        var table = Table(
            "Start and rest", ["shape", "ready after ms", "bar", "memory MiB at rest", "shared once", "bar"])
        var missed: [String] = []
        for (shape, times) in zip(Self.shapes, times) {
            let server = try start(shape)
            defer { server.stop() }
            let memory = try memoryAtRest(of: server)
            table.add([
                shape.name, whole(times.median), shape.readyWithin.map(whole) ?? "-", whole(memory),
                server.sharedOnceMiB().map(whole) ?? "-", shape.restsWithin.map(whole) ?? "-",
            ])
            if let bar = shape.readyWithin, times.median > bar * Plan.tolerance {
                missed.append("\(shape.name) is ready after \(whole(times.median)) ms and not \(whole(bar))")
            }
            if let bar = shape.restsWithin, memory > bar * Plan.tolerance {
                missed.append("\(shape.name) rests in \(whole(memory)) MiB and not \(whole(bar))")
            }
        }
        print(table)
        return missed
    }

    private func start(_ shape: Shape) throws -> RunningServer { try RunningServer(shape.programs.map(plan.program)) }

    private func memoryAtRest(of server: RunningServer) throws -> Double {
        var (memory, seconds) = (try server.residentMiB(), 0)
        for _ in 0..<Self.longest where seconds < Self.still {
            sleep(1)
            let now = try server.residentMiB()
            seconds = abs(now - memory) < 0.5 ? seconds + 1 : 0
            memory = now
        }
        return memory
    }
}
