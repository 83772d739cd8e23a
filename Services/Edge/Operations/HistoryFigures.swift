import Models

/// Counts of what happened in a time, one for each column.
struct HistoryCounts: Hashable, Sendable {
    /// The bounds of times to answer, in milliseconds. Each is a bound of the timers of `MetricsRegistry`.
    static let bounds: [Double] = [1, 2.5, 5, 10, 15, 25, 50, 100, 250, 500, 1000, 2500, 5000, 10_000]
    static let signInWays = SignInMethod.allCases.map(\.rawValue)
    static let pushOutcomes = ["sent", "failed", "expired", "suppressed"]

    /// The names of the columns, which the file contains too. A later version may have others.
    static let columns: [String] = {
        var columns = ["requests", "refused", "failed", "timed", "sign-in-refused"]
        columns += ["new-accounts", "imported-accounts"]
        columns += bounds.map { "within-\($0)" }
        columns += signInWays.map { "sign-in-\($0)" }
        return columns + pushOutcomes.map { "push-\($0)" }
    }()

    private static let positions = Dictionary(
        uniqueKeysWithValues: columns.enumerated().map { ($0.element, $0.offset) })

    /// The counts in the order of the columns.
    fileprivate(set) var values = [UInt64](repeating: 0, count: HistoryCounts.columns.count)

    init() {}

    /// Reads the counters of one process, which began at the start of that process.
    init(_ samples: [MetricSample]) { for sample in samples { count(sample) } }

    subscript(column: String) -> UInt64 {
        get { HistoryCounts.positions[column].map { values[$0] } ?? 0 }
        set { if let position = HistoryCounts.positions[column] { values[position] = newValue } }
    }

    private mutating func count(_ sample: MetricSample) {
        let count = sample.value.isFinite ? UInt64(min(max(0, sample.value), 1e15)) : 0
        switch sample.name {
        case "balise_http_requests_total":
            // On a quiet server, the requests of operators and of monitoring would hide those of apps.
            guard !["operations", "console"].contains(sample.label("api")) else { return }
            self["requests"] += count
            let status = sample.label("status")
            if status >= "500" { self["failed"] += count } else if status >= "400" { self["refused"] += count }
        case "balise_http_request_duration_seconds":
            self["timed"] += sample.counts.last ?? 0
            for bound in HistoryCounts.bounds {
                let position = sample.bounds.firstIndex { abs($0 * 1000 - bound) < 0.001 }
                guard let position, sample.counts.indices.contains(position) else { continue }
                self["within-\(bound)"] += sample.counts[position]
            }
        case "balise_auth_session_sign_ins_total":
            let isSuccess = sample.label("outcome") == "success"
            self[isSuccess ? "sign-in-\(sample.label("method"))" : "sign-in-refused"] += count
        case "balise_identity_accounts_created_total": self["new-accounts"] += count
        case "balise_identity_accounts_imported_total": self["imported-accounts"] += count
        case "balise_push_deliveries_total": self["push-\(sample.label("state"))"] += count
        default: break
        }
    }

    /// The largest count of a row: the file has a bounded size.
    static let maximum = UInt64(UInt32.max)

    mutating func add(_ other: HistoryCounts) {
        for (position, value) in other.values.enumerated() {
            values[position] = min(values[position] + min(value, HistoryCounts.maximum), HistoryCounts.maximum)
        }
    }

    /// Returns what was counted after `earlier`. A smaller counter belongs to a process that was started in between.
    func since(_ earlier: HistoryCounts) -> HistoryCounts {
        var counts = self
        for (position, before) in earlier.values.enumerated() where values[position] >= before {
            counts.values[position] -= before
        }
        return counts
    }

    /// The time within which a share of the requests was answered, in milliseconds; nil without requests. The largest
    /// bound also means longer.
    func milliseconds(ofShare share: Double) -> Double? {
        let all = self["timed"]
        guard all > 0 else { return nil }
        return HistoryCounts.bounds.first { Double(self["within-\($0)"]) >= share * Double(all) }
            ?? HistoryCounts.bounds.last
    }
}

extension MetricSample {
    /// Returns the value of a label; empty for a missing label.
    fileprivate func label(_ name: String) -> String { labels.first { $0.first == name }?.last ?? "" }
}

/// Counts in steps of one length. The oldest steps are dropped.
struct HistorySpan: Hashable, Sendable {
    struct Row: Hashable, Sendable {
        /// The beginning, in seconds since 1970.
        var start: Int64
        var counts: HistoryCounts
    }

    let secondsPerRow: Int64
    let maximumRows: Int
    private(set) var rows: [Row] = []

    init(secondsPerRow: Int64, maximumRows: Int) {
        (self.secondsPerRow, self.maximumRows) = (secondsPerRow, maximumRows)
    }

    /// Adds counts at a moment, in seconds since 1970.
    mutating func add(_ counts: HistoryCounts, at moment: Int64) {
        let start = moment - moment % secondsPerRow
        // A clock that was set back leaves rows of the future behind.
        while let last = rows.last, last.start > start + secondsPerRow { rows.removeLast() }
        if let last = rows.indices.last, rows[last].start >= start {
            rows[last].counts.add(counts)
        } else {
            var row = Row(start: start, counts: HistoryCounts())
            row.counts.add(counts)
            rows.append(row)
        }
        let oldest = start - secondsPerRow * Int64(maximumRows - 1)
        if let first = rows.first, first.start < oldest { rows.removeAll { $0.start < oldest } }
    }

    /// Returns the sums of the rows that begin from `start` until before `end`; nil if there is no row from `start` or
    /// earlier.
    func sums(from start: Int64, until end: Int64) -> HistoryCounts? {
        guard let first = rows.first, first.start <= start else { return nil }
        var sums = HistoryCounts()
        for row in rows where row.start >= start && row.start < end { sums.add(row.counts) }
        return sums
    }
}

/// The figures that an edge keeps: rows of five minutes for 49 hours, and rows of an hour for 61 days. That is more
/// than twice the longest period of each, so a period can be compared with the time before.
struct HistoryFigures: Hashable, Sendable {
    /// When the counters were last read, in seconds since 1970; 0 for never.
    var readAt: Int64 = 0
    private(set) var minutes = HistorySpan(secondsPerRow: 300, maximumRows: 49 * 12)
    private(set) var hours = HistorySpan(secondsPerRow: 3600, maximumRows: 61 * 24)

    init() {}

    mutating func add(_ counts: HistoryCounts, at moment: Int64) {
        minutes.add(counts, at: moment)
        hours.add(counts, at: moment)
    }

    /// Returns these figures after `earlier` ones, which count where both have a row: they may be of an edge that ran at
    /// the same time and read the same services.
    func following(_ earlier: HistoryFigures) -> HistoryFigures {
        var all = earlier
        all.readAt = max(readAt, earlier.readAt)
        for row in minutes.rows where row.start > earlier.readAt { all.minutes.add(row.counts, at: row.start) }
        for row in hours.rows where row.start > earlier.readAt { all.hours.add(row.counts, at: row.start) }
        return all
    }

    /// The text of the file: a line for the columns, one for `readAt`, and one for each row. It has at most
    /// `maximumLength` bytes.
    var text: String {
        var lines = ["columns \(HistoryCounts.columns.joined(separator: " "))", "read \(readAt)"]
        for span in [minutes, hours] {
            for row in span.rows {
                let counts = row.counts.values.map { String($0) }.joined(separator: " ")
                lines.append("\(span.secondsPerRow) \(row.start) \(counts)")
            }
        }
        return lines.joined(separator: "\n") + "\n"
    }

    static let maximumLength = 1_000_000

    /// Reads the text of a file. Lines that are not readable, and columns of other versions, are left out.
    init(_ text: String) {
        var columns: [String] = []
        for line in text.split(separator: "\n") {
            let words = line.split(separator: " ").map { String($0) }
            if words.first == "columns" {
                columns = Array(words.dropFirst())
            } else if words.first == "read" {
                readAt = words.last.flatMap { Int64($0) } ?? 0
            } else if words.count == columns.count + 2, let start = Int64(words[1]), start > 0 {
                var counts = HistoryCounts()
                for (column, word) in zip(columns, words.dropFirst(2)) { counts[column] = UInt64(word) ?? 0 }
                if words[0] == "300" { minutes.add(counts, at: start) }
                if words[0] == "3600" { hours.add(counts, at: start) }
            }
        }
    }
}
