import Balise
import BaliseJSON
import Foundation

/// A table whose columns are as wide as their content.
struct TextTable {
    let heads: [String]
    let rows: [[String]]
    let empty: String

    /// Creates a table.
    /// - Parameter rows: The rows, each with as many cells as `heads`.
    init(_ heads: [String], _ rows: [[String]], empty: String) {
        self.heads = heads
        self.rows = rows.map { $0.map(\.printable) }
        self.empty = empty
    }

    var text: String {
        guard !rows.isEmpty else { return empty + "\n" }
        let lines = [heads] + rows
        let widths = heads.indices.map { column in lines.map { $0[column].count }.max() ?? 0 }
        return lines.map { line in
            let cells = zip(line, widths).map { cell, width in
                cell + String(repeating: " ", count: width - cell.count)
            }
            var text = cells.joined(separator: "  ")
            while text.last == " " { text.removeLast() }
            return text + "\n"
        }.joined()
    }
}

struct ProgressBar {
    private static let width = 30

    /// Returns the line for an announcement, without a line end.
    static func line(_ announcement: PublishedAnnouncement) -> String {
        switch announcement.state {
        case .scheduled: return "waits until \(announcement.startsAt.map { RFC3339.text(of: $0) } ?? "its time comes")"
        case .deciding:
            return "finding the recipients: \(announcement.recipients.map(people) ?? fewer(announcement)) so far"
        default: break
        }
        let isTakenBack = announcement.state == .cancelled
        guard let counts = announcement.counts else {
            return "\(isTakenBack ? "taken back" : "\(announcement.state)"), \(fewer(announcement))"
        }
        let settled = counts.accepted - counts.pending - counts.deferred
        // An announcement without deliveries is complete, so its bar is full.
        let filled = counts.accepted == 0 ? width : settled * width / counts.accepted
        let bar = String(repeating: "#", count: filled) + String(repeating: ".", count: width - filled)
        let figures = [
            ("sent", counts.sent), ("suppressed", counts.suppressed), ("deferred", counts.deferred),
            ("failed", counts.failed), ("expired", counts.expired), ("pending", counts.pending),
        ]
        let told = figures.filter { $0.0 == "sent" || $0.1 > 0 }.map { "\($0.1) \($0.0)" }.joined(separator: ", ")
        let percent = counts.accepted == 0 ? 100 : settled * 100 / counts.accepted
        let padding = String(repeating: " ", count: 3 - String(percent).count)
        // Publishers do not see the number of recipients, so it may be missing.
        let whom = announcement.recipients.map { "\(people($0)): " } ?? ""
        return "[\(bar)] \(padding)\(percent) %  \(whom)\(told)\(isTakenBack ? ", taken back" : "")"
    }

    /// Returns the words for a count that is too small to be shown.
    private static func fewer(_ announcement: PublishedAnnouncement) -> String {
        "fewer than \(announcement.fewerThan ?? SmallCounts.announcement) people"
    }

    static func people(_ count: Int) -> String { count == 1 ? "1 person" : "\(count) people" }
}

/// Returns the elapsed time: `just now`, `5 min ago`, `3 h ago`, `12 days ago`. A time in the future, from another
/// device's clock, is also `just now`.
func elapsed(since moment: Date, at now: Date) -> String {
    let seconds = now.timeIntervalSince(moment)
    switch seconds {
    case ..<60: return "just now"
    case ..<3600: return "\(Int(seconds / 60)) min ago"
    case ..<86_400: return "\(Int(seconds / 3600)) h ago"
    case ..<172_800: return "1 day ago"
    default: return "\(Int(seconds / 86_400)) days ago"
    }
}

/// The numbers below which a server hides counts, if its answer does not name the number.
enum SmallCounts {
    static let announcement = 10
    static let dryRun = 20
}
