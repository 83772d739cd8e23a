import Foundation

struct HTTPLoad {
    var rate: Double
    /// In milliseconds.
    var p50: Double
    /// In milliseconds.
    var p99: Double
    /// Answers of 400 and above, and broken or timed out connections.
    var errors: Double

    /// - Parameter connections: How many requests are under way at a time.
    static func run(
        _ endpoint: String, in folder: URL, on address: String, seconds: Int, connections: Int = 64,
        _ arguments: [String] = []
    ) throws -> HTTPLoad {
        let script = folder.appending(path: endpoint + ".lua").path
        let told = arguments.isEmpty ? [] : ["--"] + arguments
        let text = try output(of: "wrk", ["-c\(connections)", "-t1", "-d\(seconds)s", "-s", script, address] + told)
        guard let line = text.split(separator: "\n").last(where: { $0.hasPrefix("RESULT ") }) else {
            throw CommandError(description: "wrk told no result:\n\(text)")
        }
        let found = numbers(in: line)
        guard found.count == 6, found[0] > 0 else {
            throw CommandError(description: "wrk was not answered at \(address):\n\(text)")
        }
        return HTTPLoad(
            rate: found[0] / found[1] * 1e6, p50: found[2] / 1e3, p99: found[3] / 1e3, errors: found[4] + found[5])
    }
}

extension HTTPLoad {
    /// The loads take turns, so that a busy moment meets all of them.
    static func inTurn(_ plan: Plan, _ loads: [(Int) throws -> HTTPLoad]) throws -> [[HTTPLoad]] {
        for load in loads { _ = try load(1) }
        var runs: [[HTTPLoad]] = Array(repeating: [], count: loads.count)
        for _ in 0..<plan.long.runs {
            for (index, load) in loads.enumerated() { runs[index].append(try load(plan.long.seconds)) }
        }
        return runs
    }
}

extension [HTTPLoad] {
    /// Requests a second, their part of those of `limit`, `between`, both latencies in milliseconds, and the errors.
    func cells(of limit: [HTTPLoad]?, _ between: String...) -> [String] {
        [whole(median(\.rate)), limit.map { ratio(median(\.rate), of: $0.median(\.rate)) } ?? ""] + between
            + [decimal(median(\.p50), 2), decimal(median(\.p99), 2), whole(map(\.errors).reduce(0, +))]
    }
}
