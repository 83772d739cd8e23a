import Balise
import BaliseJSON

struct ProgressBar {
    private static let width = 30

    /// The line, without a line end.
    static func line(_ announcement: PublishedAnnouncement) -> String {
        switch announcement.state {
        case .scheduled: return "waits until \(announcement.startsAt.map { RFC3339.text(of: $0) } ?? "its time comes")"
        case .deciding:
            return
                "finding the recipients: \(announcement.recipients.map(people) ?? fewer(announcement)) so far"
        default: break
        }
        let isTakenBack = announcement.state == .cancelled
        guard let counts = announcement.counts else {
            return "\(isTakenBack ? "taken back" : "\(announcement.state)"), \(fewer(announcement))"
        }
        let settled = counts.accepted - counts.pending - counts.deferred
        // An announcement without recipients is complete.
        let filled = counts.accepted == 0 ? width : settled * width / counts.accepted
        let bar = String(repeating: "#", count: filled) + String(repeating: ".", count: width - filled)
        let figures = [
            ("sent", counts.sent), ("suppressed", counts.suppressed), ("deferred", counts.deferred),
            ("failed", counts.failed), ("expired", counts.expired), ("pending", counts.pending),
        ]
        let told = figures.filter { $0.0 == "sent" || $0.1 > 0 }.map { "\($0.1) \($0.0)" }.joined(separator: ", ")
        let percent = counts.accepted == 0 ? 100 : settled * 100 / counts.accepted
        let padding = String(repeating: " ", count: 3 - String(percent).count)
        // Publishers do not see the number of recipients.
        let whom = announcement.recipients.map { "\(people($0)): " } ?? ""
        return "[\(bar)] \(padding)\(percent) %  \(whom)\(told)\(isTakenBack ? ", taken back" : "")"
    }

    /// For a count that is too small to be shown.
    private static func fewer(_ announcement: PublishedAnnouncement) -> String {
        "fewer than \(announcement.fewerThan ?? SmallCounts.announcement) people"
    }

    static func people(_ count: Int) -> String { count == 1 ? "1 person" : "\(count) people" }
}
