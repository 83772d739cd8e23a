import Foundation
import Logging
import MessageBus
import Models
import OperatorAPI
import ServiceRuntime

/// Records the figures of this edge and of all services over time. It reads counters that exist, so no request waits
/// for it. Requests are those of this process; another edge records its own.
actor HistoryRecorder {
    /// The name of the file in the data folder.
    static let fileName = "edge.history"
    /// The seconds after which the counters are read again.
    private static let pause: Int64 = 300

    private let health: ServiceHealth
    private let clock: any WallClock
    private let logger: Logger?
    private var kept: KeptText?
    private var isLoaded = false
    private var couldWrite = true
    private var figures = HistoryFigures()
    /// When the process before this one read the counters last, in seconds since 1970; 0 for never.
    private var readBefore: Int64 = 0
    /// The counters of each process at the last reading.
    private var counters: [String: HistoryCounts] = [:]
    private var reading: Task<Void, Never>?

    /// - Parameter file: Where the figures are kept; nil to keep them in memory only.
    init(_ health: ServiceHealth, file: URL? = nil, clock: any WallClock = SystemClock(), logger: Logger? = nil) {
        self.health = health
        self.clock = clock
        self.logger = logger
        kept = file.map { KeptText($0) }
    }

    /// Records until its task is cancelled, and then once more.
    func run(
        pausing pause: @escaping @Sendable () async throws -> Void = {
            try await Task.sleep(for: .seconds(HistoryRecorder.pause))
        }
    ) async {
        repeat { await record() } while (try? await pause()) != nil
        // In a cancelled task a request would be cancelled, too, so it runs in a task of its own.
        await Task { await self.record(within: .seconds(1)) }.value
    }

    /// Reads the counters, and writes the file.
    func record(within timeout: Duration = ServiceHealth.timeout) async {
        await read(within: timeout)
        guard isLoaded, let kept else { return }
        do {
            try kept.write(figures.text)
            couldWrite = true
        } catch {
            if couldWrite {
                logger?.warning(
                    "the history cannot be written, so a restart loses it", metadata: ["cause": .failure(error)])
            }
            couldWrite = false
        }
    }

    /// Reads the counters. Callers at the same time share one reading: with an older one after a newer one, counters
    /// would seem to begin again.
    private func read(within timeout: Duration = ServiceHealth.timeout) async {
        if let reading { return await reading.value }
        let task = Task { await self.readCounters(within: timeout) }
        reading = task
        await task.value
        reading = nil
    }

    private func readCounters(within timeout: Duration) async {
        load()
        var processes = [(name: ServiceName.edge.description, samples: health.metrics.snapshot())]
        let context = MessageContext(requestID: "history", timeout: timeout)
        for report in await health.askReplicas(ReadMetrics(), context, within: timeout) {
            if let metrics = report.value?.metrics {
                processes.append(("\(report.service) \(report.replica ?? "")", metrics))
            }
        }
        let now = clock.now().rawValue / 1000
        // In a program with all services, one of them reports the start of the process for all.
        let starts = processes.map { process in
            process.samples.first { $0.name == "process_start_time_seconds" }.map { Int64($0.value) }
        }
        let common = starts.compactMap(\.self).min() ?? 0
        let known = max(readBefore, now - 2 * HistoryRecorder.pause)
        for (process, start) in zip(processes, starts) {
            let present = HistoryCounts(process.samples)
            let former = counters.updateValue(present, forKey: process.name)
            if let former {
                figures.add(present.since(former), at: now)
            } else if start ?? common >= known {
                // Everything was counted after the last reading. For an older process the time is unknown.
                figures.add(present, at: now)
            }
        }
        figures.add(HistoryCounts(), at: now)
        figures.readAt = now
    }

    private func load() {
        guard !isLoaded, kept?.claim() == true else { return }
        isLoaded = true
        guard let text = kept?.read() else { return }
        let earlier = HistoryFigures(text)
        readBefore = earlier.readAt
        figures = figures.following(earlier)
    }

    /// Returns the figures of a period that ends now.
    /// - Parameter combinesSmall: Whether ways of signing in with few sign-ins in the period are shown as one. A single
    ///   sign-in by a rare way could identify a user.
    func history(of period: ServerHistory.Period, combinesSmall: Bool) async -> ServerHistory {
        await read()
        let (seconds, steps) = period.steps
        let now = clock.now().rawValue / 1000
        let first = now - now % seconds - seconds * (steps - 1)
        var sums: [Int64: HistoryCounts] = [:]
        let span = period == .day ? figures.minutes : figures.hours
        for row in span.rows where row.start >= first {
            sums[row.start - row.start % seconds, default: HistoryCounts()].add(row.counts)
        }
        let counts = HistoryCounts.signInWays.map { way in
            FoldedCounts.Group(name: way, count: Int(sums.values.reduce(UInt64(0)) { $0 + $1["sign-in-\(way)"] }))
        }
        let shown =
            combinesSmall
            ? Set(FoldedCounts(folding: counts).groups.compactMap(\.name)) : Set(HistoryCounts.signInWays)
        // The last point is not over, so the time before is also shorter than the period.
        let begin = 2 * first - (now - now % span.secondsPerRow)
        let before = span.sums(from: begin, until: first).map { HistoryInterval($0, at: begin, showing: []) }
        return ServerHistory(
            secondsPerPoint: Int(seconds), since: UnixTime(milliseconds: first * 1000).date,
            points: sums.sorted { $0.key < $1.key }.map { HistoryInterval($0.value, at: $0.key, showing: shown) },
            before: before, isKept: isLoaded && couldWrite)
    }
}

extension ServerHistory.Period {
    /// The seconds of a point, and the number of points.
    fileprivate var steps: (seconds: Int64, steps: Int64) {
        switch self {
        case .day: (1800, 48)
        case .week: (3 * 3600, 56)
        case .month: (12 * 3600, 60)
        }
    }
}

extension HistoryInterval {
    fileprivate init(_ counts: HistoryCounts, at start: Int64, showing ways: Set<String>) {
        let hidden = HistoryCounts.signInWays.filter { !ways.contains($0) }
        let signIns = HistoryCounts.signInWays.filter { ways.contains($0) }.map { way in
            HistoryCount(name: way, count: Int(counts["sign-in-\(way)"]))
        }
        let others = HistoryCount(count: hidden.reduce(0) { $0 + Int(counts["sign-in-\($1)"]) })
        let pushes = HistoryCounts.pushOutcomes.map { HistoryCount(name: $0, count: Int(counts["push-\($0)"])) }
        self.init(
            at: UnixTime(milliseconds: start * 1000).date, requests: Int(counts["requests"]),
            refused: Int(counts["refused"]), failed: Int(counts["failed"]),
            medianMilliseconds: counts.milliseconds(ofShare: 0.5),
            slowMilliseconds: counts.milliseconds(ofShare: 0.99),
            signIns: (signIns + [others]).filter { $0.count > 0 }, refusedSignIns: Int(counts["sign-in-refused"]),
            newAccounts: Int(counts["new-accounts"]), importedAccounts: Int(counts["imported-accounts"]),
            pushes: pushes.filter { $0.count > 0 })
    }
}
