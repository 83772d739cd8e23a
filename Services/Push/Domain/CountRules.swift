// Which counts a publisher is told.

import Models

/// Which counts a publisher is told: none of so few people that it would say where one of them is.
enum CountRules {
    /// Fewer people than this are not counted for a publisher.
    static let fewest = 10
    /// Of a dry run people are told in steps of this, since it costs nobody a push and can be repeated.
    private static let step = 10
    /// How many dry runs a publisher has around one place, and how many announcements it may take back there.
    static let probes = 20
    /// What counts as around one place, in metres: whoever is asked about here can be asked about from as far away.
    static let area = 100_000.0
    /// For how long they count, in seconds.
    static let day: Int64 = 86_400
    /// How often it may be asked about one person in that time.
    static let inquiries = 100

    /// The answer to a dry run.
    static func reply(recipients: Int, deliveries: Int, isOperator: Bool) -> Announce.Reply {
        if isOperator { return Announce.Reply(recipients: recipients, deliveries: deliveries) }
        guard recipients >= fewest else { return Announce.Reply(fewerThan: fewest) }
        return Announce.Reply(recipients: recipients / step * step, deliveries: deliveries / step * step)
    }
}

extension AnnouncementRecord {
    /// The record as its publisher sees it. One for few people shows neither how many they are nor whether any of them waits.
    func shown(isOperator: Bool) -> AnnouncementRecord {
        if isOperator || recipients >= CountRules.fewest || state == .scheduled { return self }
        if state == .deciding, recipients == 0 { return self }
        var shown = self
        (shown.recipients, shown.books, shown.fewerThan) = (0, .empty, CountRules.fewest)
        if state != .cancelled { shown.state = .done }
        return shown
    }
}
