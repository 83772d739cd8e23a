import Foundation

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
