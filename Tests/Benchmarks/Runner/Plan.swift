// What the command line asks for.

import Foundation

/// Where the programs lie, and how long and how often to measure.
struct Plan {
    /// What to do.
    enum Work {
        /// The tables, or one of them.
        case tables(only: String?)
        /// A long load that watches memory, in seconds.
        case soak(seconds: Int)
    }

    let work: Work
    /// The folder of the built programs.
    let programs: URL
    /// The folder of the bare C loops.
    let limits: URL
    /// The folder of wrk's scripts.
    let load: URL
    /// How often each figure is measured; the median counts.
    let runs: Int
    /// How long each run takes.
    let seconds: Int

    static let usage =
        """
        usage: benchmarks PROGRAMS LIMITS LOAD-SCRIPTS [--quick] [--only bus|storage|http|accounts | --soak SECONDS]
        """

    init?(_ arguments: [String]) {
        guard arguments.count >= 3 else { return nil }
        let folders = arguments.prefix(3).map { URL(fileURLWithPath: $0) }
        (programs, limits, load) = (folders[0], folders[1], folders[2])

        var only: String?
        var soak: Int?
        var isQuick = false
        var rest = arguments.dropFirst(3)
        while let option = rest.popFirst() {
            switch option {
            case "--quick": isQuick = true
            case "--only":
                guard let name = rest.popFirst() else { return nil }
                only = name
            case "--soak":
                guard let text = rest.popFirst(), let seconds = Int(text), seconds > 0 else { return nil }
                soak = seconds
            default: return nil
            }
        }
        work = soak.map { .soak(seconds: $0) } ?? .tables(only: only)
        (runs, seconds) = isQuick ? (1, 1) : (5, 3)
    }

    func program(_ name: String) -> URL { programs.appending(path: name) }
}
