// Behind `make bench` and `make soak`: each figure is beside its own limit, measured on the same machine in the same run.

@main
struct Benchmarks {
    static func main() async {
        do {
            try BusBenchmarks.serveIfAsked()
        } catch {
            say("benchmarks: \(error)")
            exit(1)
        }
        guard let plan = Plan(Array(CommandLine.arguments.dropFirst())) else {
            say(Plan.usage)
            exit(2)
        }
        do {
            switch plan.work {
            case .tables(let only): try await printTables(plan, only: only)
            case .beside(let other):
                let (table, slower) = try await BesideFigures(plan: plan, other: other).measure()
                say(table.text)
                if !slower.isEmpty { throw CommandError(description: "slower by more than 3 %: \(slower)") }
            case .soak(let seconds): exit(try Soak(plan: plan, seconds: seconds).run() ? 0 : 1)
            }
        } catch {
            say("benchmarks: \(error)")
            exit(1)
        }
    }

    /// How many seconds a part may take that waits for many others.
    private static let limit = 240

    private static func printTables(_ plan: Plan, only: String?) async throws {
        say(MachineFacts.text)
        say("Medians of \(plan.short), over HTTP of \(plan.long). Limits were measured in turn with the figures.\n")
        if only == nil || only == "bus" { say(try await BusFigures(plan: plan).measure().text) }
        if only == nil || only == "storage" { say(try await StorageFigures(plan: plan).measure().text) }
        if only == nil || only == "deciding" {
            for table in try DecidingFigures(plan: plan).measure() { say(table.text) }
        }
        if only == nil || only == "following" { say(try await FollowingFigures(plan: plan).measure().text) }
        if only == nil || only == "audience" {
            say(try await within(limit, "audience") { try AudienceFigures(plan: plan).measure() }.text)
        }
        if only == nil || only == "delivering" { say(try await DeliveringFigures(plan: plan).measure().text) }
        if only == nil || only == "round-trip" {
            say(try await within(limit, "round-trip") { try await RoundTripFigures(plan: plan).measure() }.text)
        }
        if only == nil || only == "direct" {
            say(try await within(limit, "direct") { try await DirectFigures(plan: plan).measure() }.text)
        }
        if only == nil || only == "http" { say(try await HTTPFigures(plan: plan).measure().text) }
        var missed: [String] = []
        if only == nil || only == "start" { missed = try StartFigures(plan: plan).measure { say($0.text) } }
        if only == nil || only == "streams" {
            let streams = try await within(limit, "streams") { try await StreamFigures(plan: plan).measure() }
            say(streams.table.text)
            missed += streams.missed
        }
        if only == nil || only == "accounts" {
            for table in try await AccountFigures(plan: plan).measure() { say(table.text) }
        }
        if only == nil || only == "engines" { try await EngineFigures(plan: plan).measure { say($0.text) } }
        if only == nil || only == "replicas" { say(try await EngineFigures(plan: plan).measureReplicas().text) }
        // The last, since it ends with an error when a list is too slow.
        if only == nil || only == "lists" {
            try await within(limit, "lists") { try await ListFigures(plan: plan).measure { say($0.text) } }
        }
        guard missed.isEmpty else { throw CommandError(description: missed.joined(separator: "; ")) }
    }
}

/// Prints a line at once, also when the output is a file.
func say(_ line: String) { FileHandle.standardOutput.write(Data((line + "\n").utf8)) }
