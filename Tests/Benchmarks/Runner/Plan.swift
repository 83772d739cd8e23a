struct Plan {
    enum Work {
        /// The tables, or one of them.
        case tables(only: String?)
        /// Calls on these programs and on those in another folder, in turn.
        case beside(URL)
        /// A long load that watches memory, in seconds.
        case soak(seconds: Int)
    }

    let work: Work
    let programs: URL
    /// The folder of the bare C loops.
    let limits: URL
    /// The folder of wrk's scripts.
    let load: URL
    /// For the bus and the storage, whose figures settle at once.
    let short: Sampling
    /// For HTTP, where a run has to meet some checkpoints of the database.
    let long: Sampling

    /// By how much a bar may be missed, since two runs are never the same.
    static let tolerance = 1.1

    static let services = ["auth-session", "identity", "location", "preferences", "push", "edge"]
    /// All services in one program, and each in its own.
    static let shapes = [("all-in-one", ["balise"]), ("services", services)]

    private static let parts = [
        "bus", "storage", "deciding", "following", "audience", "delivering", "round-trip", "direct", "http", "start",
        "streams", "accounts", "engines", "replicas", "lists",
    ]

    static var usage: String {
        """
        usage: benchmarks PROGRAMS LIMITS LOAD-SCRIPTS [--quick] [--only PART | --beside OTHER-PROGRAMS | --soak SECONDS]
        parts: \(parts.joined(separator: " "))
        """
    }

    init?(_ arguments: [String]) {
        guard arguments.count >= 3 else { return nil }
        let folders = arguments.prefix(3).map { URL(fileURLWithPath: $0) }
        (programs, limits, load) = (folders[0], folders[1], folders[2])

        var only: String?
        var other: URL?
        var soak: Int?
        var isQuick = false
        var rest = arguments.dropFirst(3)
        while let option = rest.popFirst() {
            switch option {
            case "--quick": isQuick = true
            case "--only":
                guard let name = rest.popFirst(), Plan.parts.contains(name) else { return nil }
                only = name
            case "--beside":
                guard let folder = rest.popFirst() else { return nil }
                other = URL(fileURLWithPath: folder)
            case "--soak":
                guard let text = rest.popFirst(), let seconds = Int(text), seconds > 0 else { return nil }
                soak = seconds
            default: return nil
            }
        }
        work = soak.map { .soak(seconds: $0) } ?? other.map { .beside($0) } ?? .tables(only: only)
        short = isQuick ? Sampling(runs: 1, seconds: 1) : Sampling(runs: 5, seconds: 1)
        long = isQuick ? Sampling(runs: 1, seconds: 1) : Sampling(runs: 3, seconds: 3)
    }

    func program(_ name: String) -> URL { programs.appending(path: name) }
}

/// How a figure is measured: the median of so many runs of so many seconds.
struct Sampling: CustomStringConvertible {
    let runs: Int
    let seconds: Int

    var description: String { "\(runs) \(runs == 1 ? "run" : "runs") of \(seconds) s" }
}
