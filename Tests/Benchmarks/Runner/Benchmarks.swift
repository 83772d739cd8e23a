// The program behind `make bench` and `make soak`: measures, and prints each figure beside its own limit, which was
// measured on the same machine in the same run.

import Foundation

@main
struct Benchmarks {
    static func main() async {
        // A line counts as soon as it is printed, also when the output is a file.
        setvbuf(stdout, nil, _IOLBF, 0)
        guard let plan = Plan(Array(CommandLine.arguments.dropFirst())) else {
            print(Plan.usage)
            exit(2)
        }
        do {
            switch plan.work {
            case .tables(let only): try await printTables(plan, only: only)
            case .soak(let seconds): exit(try Soak(plan: plan, seconds: seconds).run() ? 0 : 1)
            }
        } catch {
            print("benchmarks: \(error)")
            exit(1)
        }
    }

    private static func printTables(_ plan: Plan, only: String?) async throws {
        print(MachineFacts.text)
        print("Medians of \(plan.runs) runs of \(plan.seconds) s each. Limits were measured in turn with the figures.\n")
        if only == nil || only == "bus" { for table in try await BusFigures(plan: plan).measure() { print(table.text) } }
        if only == nil || only == "storage" { print(try await StorageFigures(plan: plan).measure().text) }
        if only == nil || only == "http" { for table in try HTTPFigures(plan: plan).measure() { print(table.text) } }
    }
}
