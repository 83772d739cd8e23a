// Which counts a publisher is told.

import Models

/// Which counts a publisher is told: none of so few people that it would say where one of them is.
enum CountRules {
    /// Fewer people than this are not counted for a publisher.
    static let fewest = 10
    /// Where so many wait, that some do says nothing of one of them.
    static let crowd = 1000
    /// The answers to dry runs are in steps of this.
    private static let step = 10
    /// The smallest answer to a dry run; below it, it says no more than that.
    static let fewestCounted = 20
    /// How many dry runs a publisher has around one place, and how many announcements it may take back there.
    static let probes = 20
    /// What counts as around one place, in metres. It is twice the largest radius: all places from which somebody can be
    /// asked about lie within it of each other.
    static let area = 100_000.0
    /// For how long they count, in seconds.
    static let day: Int64 = 86_400
    /// Announcements of which one begins so soon after the other, in seconds, count as made together: nobody may have been told
    /// of the first when the last is decided.
    static let together: Int64 = 60
    /// How often it may be asked about one person in that time.
    static let inquiries = 100

    /// The answer to a dry run of a publisher: about how many people would be told.
    ///
    /// Nobody gets a push by a dry run, so nobody would notice that it is repeated. The number of push devices is not
    /// answered: one person may have many, so it would tell more about them.
    /// - Parameter error: see `CountNoise`.
    static func reply(recipients: Int, error: Int) -> Announce.Reply {
        let shown = (recipients + error + step / 2) / step * step
        return shown < fewestCounted ? Announce.Reply(fewerThan: fewestCounted) : Announce.Reply(recipients: shown)
    }
}

extension AnnouncementRecord {
    /// The record as its publisher sees it: what has been sent, when it was sent to enough.
    ///
    /// Whom it was decided to tell, and who of them waits or was left out, can be asked for without that anybody is told: an
    /// announcement can be taken back, or be over at once. A push is seen by its person.
    func shown(isOperator: Bool) -> AnnouncementRecord {
        if isOperator || state == .scheduled || (state == .deciding && recipients == 0) { return self }
        var shown = self
        if state != .cancelled { shown.state = .done }
        guard counts.sent >= CountRules.fewest else {
            (shown.recipients, shown.counts, shown.fewerThan) = (0, .empty, CountRules.fewest)
            return shown
        }
        shown.recipients = min(recipients, counts.sent)
        shown.counts = .empty
        (shown.counts.accepted, shown.counts.sent) = (counts.sent, counts.sent)
        if state == .delivering, counts.pending >= CountRules.crowd { shown.state = .delivering }
        return shown
    }
}
