// Typed round trips over each transport, beside a bare libzmq loop over the same one.

struct BusFigures {
    let plan: Plan

    private struct Run {
        var own: (rate: Double, p50: Double, p99: Double)
        var bare: (rate: Double, p50: Double, p99: Double)
    }

    func measure() async throws -> Table {
        var table = Table(
            "Bus, round trips with coding",
            ["message, transport, in flight", "a second", "bare", "of bare", "p50 µs", "bare p50", "times", "p99 µs"])
        // Another message only changes the coding, which is the same for all transports.
        for (message, transports) in [(.update, BusBenchmarks.Transport.allCases), (.get, [.ipc])]
            as [(BusBenchmarks.Message, [BusBenchmarks.Transport])]
        {
            for transport in transports {
                for inFlight in [1, 64] { table.add(try await row(message, transport, inFlight)) }
            }
        }
        return table
    }

    private func row(
        _ message: BusBenchmarks.Message, _ transport: BusBenchmarks.Transport, _ inFlight: Int
    ) async throws -> [String] {
        var runs: [Run] = []
        for _ in 0..<plan.short.runs { runs.append(try await run(message, transport, inFlight)) }
        let rate = runs.median(\.own.rate), bareRate = runs.median(\.bare.rate)
        let p50 = runs.median(\.own.p50), bareP50 = runs.median(\.bare.p50)
        return [
            "\(message.rawValue), \(transport == .curve ? "tcp with CURVE" : transport.rawValue), \(inFlight)",
            whole(rate), whole(bareRate), ratio(rate, of: bareRate), decimal(p50, 1), decimal(bareP50, 1),
            ratio(p50, of: bareP50), decimal(runs.median(\.own.p99), 1),
        ]
    }

    /// The bare loop sends frames as large as the request with its header and envelope.
    private func run(
        _ message: BusBenchmarks.Message, _ transport: BusBenchmarks.Transport, _ inFlight: Int
    ) async throws -> Run {
        let seconds = plan.short.seconds
        let bare = numbers(
            in: try output(
                of: plan.limits.appending(path: "bus-limit").path,
                [transport.rawValue, String(inFlight), String(seconds), String(message.frameBytes)]))
        guard bare.count == 3 else { throw CommandError(description: "bus-limit printed no figures") }
        let own = try await BusBenchmarks.roundTrips(
            of: message, transport: transport, inFlight: inFlight, seconds: Double(seconds))
        return Run(
            own: (own.perSecond, own.p50 / .microseconds(1), own.p99 / .microseconds(1)),
            bare: (bare[0], bare[1], bare[2]))
    }
}
