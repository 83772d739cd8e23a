// How far an announcement has come, in one line.

import Balise
import BaliseJSON

/// One line about the deliveries of an announcement.
struct ProgressBar {
    private static let width = 30

    /// The line, without an end.
    static func line(_ announcement: PublishedAnnouncement) -> String {
        switch announcement.state {
        case .scheduled: return "waits until \(announcement.startsAt.map { RFC3339.text(of: $0) } ?? "its time comes")"
        case .deciding:
            return
                "finding out who is to hear of it: \(announcement.recipients.map(people) ?? fewer(announcement)) so far"
        default: break
        }
        let end = announcement.state == .cancelled ? ", taken back" : ""
        guard let books = announcement.books, let recipients = announcement.recipients else {
            return "\(announcement.state), \(fewer(announcement))\(end)"
        }
        let settled = books.accepted - books.pending - books.deferred
        // An announcement for nobody is complete.
        let filled = books.accepted == 0 ? width : settled * width / books.accepted
        let bar = String(repeating: "#", count: filled) + String(repeating: ".", count: width - filled)
        let counts = [
            ("sent", books.sent), ("suppressed", books.suppressed), ("deferred", books.deferred),
            ("failed", books.failed), ("expired", books.expired), ("pending", books.pending),
        ]
        let told = counts.filter { $0.0 == "sent" || $0.1 > 0 }.map { "\($0.1) \($0.0)" }.joined(separator: ", ")
        let percent = books.accepted == 0 ? 100 : settled * 100 / books.accepted
        let padding = String(repeating: " ", count: 3 - String(percent).count)
        return "[\(bar)] \(padding)\(percent) %  \(people(recipients)): \(told)\(end)"
    }

    /// So few people that they are not counted.
    private static func fewer(_ announcement: PublishedAnnouncement) -> String {
        "fewer than \(announcement.fewerThan ?? 10) people"
    }

    /// Some people, counted.
    static func people(_ count: Int) -> String { count == 1 ? "1 person" : "\(count) people" }
}
