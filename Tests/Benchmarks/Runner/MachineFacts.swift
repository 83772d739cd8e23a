enum MachineFacts {
    static var text: String {
        let process = ProcessInfo.processInfo
        let facts: [(String, String)] = [
            ("processors", "\(process.activeProcessorCount) \(processorName)"),
            ("memory", "\(process.physicalMemory >> 20) MiB"),
            ("system", firstLine(of: "uname", ["-srm"])),
            ("distribution", distribution),
            ("Swift", firstLine(of: "swift", ["--version"])),
            ("libzmq", firstLine(of: "pkg-config", ["--modversion", "libzmq"])),
            ("SQLite", firstLine(of: "pkg-config", ["--modversion", "sqlite3"])),
            ("PostgreSQL", firstLine(of: "psql", ["--version"])),
            ("wrk", "64 connections, 1 thread, on the same processors"),
            ("load before", firstLine(of: "uptime", []).components(separatedBy: ": ").last ?? "-"),
        ]
        let width = facts.map(\.0.count).max() ?? 0
        return facts.map { name, value in
            name + String(repeating: " ", count: width - name.count + 2) + value
        }.joined(separator: "\n") + "\n"
    }

    private static var processorName: String {
        guard let information = try? String(contentsOfFile: "/proc/cpuinfo", encoding: .utf8) else {
            return firstLine(of: "sysctl", ["-n", "machdep.cpu.brand_string"])
        }
        let line = information.split(separator: "\n").first { $0.hasPrefix("model name") }
        return line?.split(separator: ":").last?.trimmingCharacters(in: .whitespaces) ?? ""
    }

    private static var distribution: String {
        guard let release = try? String(contentsOfFile: "/etc/os-release", encoding: .utf8) else {
            return firstLine(of: "sw_vers", ["-productVersion"])
        }
        let line = release.split(separator: "\n").first { $0.hasPrefix("PRETTY_NAME=") }
        return line?.dropFirst("PRETTY_NAME=".count).trimmingCharacters(in: ["\""]) ?? "-"
    }

    /// The first line that a program prints, or a dash: a missing fact does not stop the measurement.
    private static func firstLine(of program: String, _ arguments: [String]) -> String {
        guard let text = try? output(of: program, arguments) else { return "-" }
        return text.split(separator: "\n").first?.trimmingCharacters(in: .whitespaces) ?? "-"
    }
}

/// The time of all processors together, as Linux counts it.
struct ProcessorTime {
    private let busy: Double
    private let whole: Double

    init?() {
        guard let text = try? String(contentsOfFile: "/proc/stat", encoding: .utf8),
            let line = text.split(separator: "\n").first(where: { $0.hasPrefix("cpu ") })
        else { return nil }
        // user, nice, system, idle, iowait, irq, softirq, steal; the time of guests behind them is in user's.
        let times = numbers(in: line).prefix(8)
        guard times.count == 8 else { return nil }
        whole = times.reduce(0, +)
        busy = whole - times[3] - times[4]
    }

    func busyShare(since earlier: ProcessorTime) -> Double { (busy - earlier.busy) / max(whole - earlier.whole, 1) }
}

/// The processor time that processes have used so far, together and in seconds; nil on other systems.
func processorSeconds(of processes: [Int32]) -> Double? {
    var ticks = 0.0
    for process in processes {
        guard let text = try? String(contentsOfFile: "/proc/\(process)/stat", encoding: .utf8),
            let end = text.lastIndex(of: ")")
        else { return nil }
        // Behind the name comes the third field; 14 and 15 are the time in programs and in the system.
        let fields = text[end...].dropFirst().split(separator: " ")
        guard fields.count > 12, let user = Double(fields[11]), let system = Double(fields[12]) else { return nil }
        ticks += user + system
    }
    return ticks / Double(sysconf(Int32(_SC_CLK_TCK)))
}
