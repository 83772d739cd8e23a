struct Soak {
    let plan: Plan
    let seconds: Int

    /// The allowed growth of memory from the third to the last fifth of the time, as a share.
    private static let allowedGrowth = 0.05

    /// UpdateLocation and GetLocation in turn. The first two fifths are left out: SQLite's page caches fill until they have
    /// reached their bound.
    func run() throws -> Bool {
        let server = try RunningServer([plan.program("balise")])
        defer { server.stop() }
        let start = ContinuousClock.now
        var samples: [(seconds: Double, memory: Double)] = []
        var errors = 0.0
        say("at rest: \(decimal(try server.residentMiB(), 1)) MiB")
        repeat {
            for endpoint in ["update-location", "get-location"] {
                let load = try HTTPLoad.run(endpoint, in: plan.load, on: server.address, seconds: 5)
                errors += load.errors
                let memory = try server.residentMiB()
                let elapsed = milliseconds(since: start) / 1e3
                samples.append((elapsed, memory))
                say(
                    "\(whole(elapsed)) s: \(decimal(memory, 1)) MiB after \(endpoint), \(whole(load.rate)) requests/s, "
                        + "p99 \(decimal(load.p99, 1)) ms, \(whole(load.errors)) errors")
            }
        } while milliseconds(since: start) / 1e3 < Double(seconds)

        let middle = samples.filter { $0.seconds > Double(seconds) * 0.4 && $0.seconds <= Double(seconds) * 0.6 }
        let late = samples.filter { $0.seconds > Double(seconds) * 0.8 }
        let growth = late.median(\.memory) / max(middle.median(\.memory), 1) - 1
        say("memory in the last fifth against the third: \(growth < 0 ? "-" : "+")\(decimal(abs(growth) * 100, 1)) %")
        return growth <= Self.allowedGrowth && errors == 0
    }
}
