// Which counts a publisher is told.

import Models

/// Which counts a publisher is told: none of so few people that it would say where one of them is.
enum CountRules {
    /// Fewer people than this are not counted for a publisher.
    static let fewest = 10
    /// When so many deliveries wait, the state `delivering` says nothing of a single person. What was sent after quiet hours is
    /// counted for publishers in steps of so many.
    static let crowd = 1000
    /// The answers to dry runs are rounded to multiples of this.
    private static let step = 10
    /// The smallest answer to a dry run. Below it the answer is only "fewer than this".
    static let fewestCounted = 20
    /// How many dry runs a publisher has around one place, and how many announcements it may take back there.
    static let probes = 20
    /// How far from a place still counts as around it, in metres. It is twice the largest radius, so two places from
    /// which the same person can be counted are never farther apart.
    static let area = 100_000.0
    /// For how long a dry run or a taken-back announcement counts, in seconds.
    static let day: Int64 = 86_400
    /// Announcements that begin within so many seconds of each other count as made together: perhaps nobody has been
    /// told of the first yet when the audience of the last is resolved.
    static let together: Int64 = 60
    /// How often operators may ask about one person in a `day`.
    static let inquiries = 100

    /// A count as a publisher is told it. When it grows by one who was sent something at the end of quiet hours, that would say
    /// when these end: so what was sent then counts as a crowd alone.
    /// - Parameter later: how many of them were sent it after quiet hours.
    static func told(_ count: Int, later: Int) -> Int { count - later % crowd }

    static func told(_ count: InteractionCount) -> InteractionCount {
        InteractionCount(
            action: count.action, link: count.link, people: told(count.people, later: count.peopleLater))
    }

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
    /// The record as its publisher sees it: how many pushes were sent, once they were sent to enough people.
    ///
    /// The other counts, and for how many people it is, stay hidden, because a publisher could learn them without anybody
    /// noticing: an announcement that is taken back, or over at once, has an audience but reaches nobody. A push that was
    /// sent is seen.
    func shown(isOperator: Bool) -> AnnouncementRecord {
        var shown = self
        let progress = Progress(state: state, recipients: recipients, counts: counts, fewerThan: fewerThan)
            .shown(isOperator: isOperator)
        (shown.state, shown.recipients) = (progress.state, progress.recipients)
        (shown.counts, shown.fewerThan) = (progress.counts, progress.fewerThan)
        return shown
    }
}

extension NotificationRecord {
    /// The same for a notification. Of one for which publishers pick people no count is told, nor of one of which people
    /// see nothing: they would not notice how often they are asked about.
    ///
    /// What is told by local times says nothing before it has been told everywhere, nor when it is taken back before: when a
    /// count grows, or somebody does something with it, would say in which time zone they are.
    func shown(isOperator: Bool, openTopics: NamePatterns) -> NotificationRecord {
        var shown = self
        if !isOperator { shown.publisher = nil }
        let isLocal = notification.localStart != nil
        if !isOperator, isLocal, state == .deciding {
            (shown.recipients, shown.counts, shown.interactions) = (0, .empty, nil)
            return shown
        }
        let progress = Progress(state: state, recipients: recipients, counts: counts, fewerThan: fewerThan)
            .shown(
                isOperator: isOperator,
                isSilent: notification.isSilent || isLocal && state == .cancelled
                    || AudienceExpressionRules.isPicked(notification.audience, openTopics: openTopics))
        (shown.state, shown.recipients) = (progress.state, progress.recipients)
        (shown.counts, shown.fewerThan) = (progress.counts, progress.fewerThan)
        if !isOperator { shown.interactions = shown.fewerThan == nil ? tellableInteractions : nil }
        return shown
    }

    /// As it is shown to its publisher, or, for nil, to an operator. Whose key only views is told the counts that publishers are,
    /// and whose it is.
    func shown(
        to publisher: PublisherID?, asPublisher: Bool?, openTopics: NamePatterns
    ) -> NotificationRecord {
        var shown = self.shown(isOperator: publisher == nil && asPublisher != true, openTopics: openTopics)
        if publisher == nil { shown.publisher = self.publisher }
        return shown
    }

    /// What enough people did; those who were sent it after quiet hours do not count, unless they are a crowd.
    private var tellableInteractions: [InteractionCount]? {
        // In the order of what is told: another one would say what is not.
        return interactions?.map { CountRules.told($0) }.filter { $0.people >= CountRules.fewest }
            .sorted { ($1.people, $0.action, $0.link ?? "") < ($0.people, $1.action, $1.link ?? "") }
    }
}

/// How far something has come, and how many it has reached.
private struct Progress {
    var state: AnnouncementState
    var recipients: Int
    var counts: DeliveryCounts
    var fewerThan: Int?

    /// - Parameter isSilent: whether a publisher is told no count, however large.
    func shown(isOperator: Bool, isSilent: Bool = false) -> Progress {
        var shown = self
        shown.counts.sentLater = 0
        if isOperator || state == .scheduled || (state == .deciding && recipients == 0) { return shown }
        if state != .cancelled { shown.state = .done }
        (shown.recipients, shown.counts) = (0, .empty)
        let sent = CountRules.told(counts.sent, later: counts.sentLater)
        guard sent >= CountRules.fewest, !isSilent else {
            shown.fewerThan = isSilent ? 0 : CountRules.fewest
            return shown
        }
        (shown.counts.accepted, shown.counts.sent) = (sent, sent)
        if state == .delivering, counts.pending >= CountRules.crowd { shown.state = .delivering }
        return shown
    }
}
