import Foundation
public import Models

/// The system's facts about this process, as metrics with the names of Prometheus clients.
public struct ProcessFacts: Sendable {
    private let startTime: UnixTime

    /// Takes the current time as the start of the process.
    public init(clock: any WallClock = SystemClock()) { startTime = clock.now() }

    /// Returns the metrics. Values that the system does not report are left out; an unknown processor time is 0.
    public func samples() -> [MetricSample] {
        var samples = [
            sample("process_start_time_seconds", .gauge, Double(startTime.rawValue) / 1000),
            sample("process_cpu_seconds_total", .counter, processorSeconds()),
        ]
        if let bytes = residentBytes() { samples.append(sample("process_resident_memory_bytes", .gauge, bytes)) }
        if let count = openDescriptors() { samples.append(sample("process_open_fds", .gauge, count)) }
        return samples
    }

    private func sample(_ name: String, _ kind: MetricSample.Kind, _ value: Double) -> MetricSample {
        MetricSample(name: name, kind: kind, labels: [], value: value)
    }

    private func processorSeconds() -> Double {
        var time = timespec()
        guard clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time) == 0 else { return 0 }
        return Double(time.tv_sec) + Double(time.tv_nsec) / 1_000_000_000
    }

    /// Returns the resident memory in bytes; nil unless the system is Linux. It is the second number of
    /// /proc/self/statm, in pages.
    private func residentBytes() -> Double? {
        guard let file = fopen("/proc/self/statm", "r") else { return nil }
        defer { fclose(file) }
        var buffer = [CChar](repeating: 0, count: 256)
        guard fgets(&buffer, Int32(buffer.count), file) != nil else { return nil }
        let text = String(decoding: buffer.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
        let numbers = text.split(separator: " ")
        guard numbers.count > 1, let pages = Double(numbers[1]) else { return nil }
        return pages * Double(sysconf(Int32(_SC_PAGESIZE)))
    }

    private func openDescriptors() -> Double? {
        guard let folder = opendir("/proc/self/fd") else { return nil }
        defer { closedir(folder) }
        var count = 0
        while readdir(folder) != nil { count += 1 }
        // The count also includes ".", ".." and the descriptor of the folder itself.
        return Double(max(0, count - 3))
    }
}
