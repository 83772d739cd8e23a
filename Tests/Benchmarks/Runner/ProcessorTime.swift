import Foundation

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
