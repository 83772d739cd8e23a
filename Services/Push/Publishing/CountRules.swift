import Models

/// Decides which counts a publisher sees. Counts of few users are hidden, because they could reveal where one of them is.
enum CountRules {
    /// Publishers do not see counts of fewer users.
    static let fewest = 10
    /// If this many deliveries wait, the state `delivering` reveals nothing about a single user. Publishers see sends
    /// after quiet hours in steps of this size.
    static let crowd = 1000
    /// Answers to dry runs are multiples of this.
    private static let step = 10
    /// The smallest answer to a dry run. Below it, the answer is only "fewer than this".
    static let fewestCounted = 20
    /// The maximum number of dry runs, and of cancellations, that a publisher has around one place.
    static let probes = 20
    /// Probes within this distance in metres count as around the same place. It is twice the largest radius, so two
    /// places from which the same user can be counted are never farther apart.
    static let area = 100_000.0
    /// How long a dry run or a cancellation counts, in seconds.
    static let day: Int64 = 86_400
    /// Notifications count as simultaneous if they begin within so many seconds. The audience of the last may be
    /// resolved before the first push of the first.
    static let together: Int64 = 60
    /// The maximum number of operators' inquiries about one user per `day`.
    static let inquiries = 100

    /// A count as a publisher sees it. An increase at the end of a user's quiet hours would reveal that time, so sends
    /// after quiet hours are counted only in whole crowds.
    /// - Parameter later: The part that was sent after quiet hours.
    static func told(_ count: Int, later: Int) -> Int { count - later % crowd }

    static func told(_ count: InteractionCount) -> InteractionCount {
        InteractionCount(
            action: count.action, link: count.link, people: told(count.people, later: count.peopleLater))
    }

    /// The answer to a publisher's dry run: about how many users would be notified.
    ///
    /// A dry run sends no push, so users cannot notice repeated runs. The number of push devices is left out, because a
    /// user with many devices would stand out.
    /// - Parameter error: See `CountNoise`.
    static func reply(recipients: Int, error: Int) -> SendNotification.Reply {
        let shown = (recipients + error + step / 2) / step * step
        return shown < fewestCounted
            ? SendNotification.Reply(fewerThan: fewestCounted) : SendNotification.Reply(recipients: shown)
    }
}

extension NotificationRecord {
    /// The record as its publisher sees it, with the number of sent pushes if enough users received one.
    ///
    /// The other counts and the size of the audience stay hidden, because a publisher could learn them unnoticed. A
    /// cancelled or expired notification has an audience, but sends nothing. A sent push is visible.
    ///
    /// Publishers get no counts if they pick the users, or if the notification is silent: users would not notice
    /// repeated probes.
    ///
    /// A notification by local times has no counts before its last begin, or if it is cancelled earlier. The time of an
    /// increase or an interaction would reveal a user's time zone.
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

    /// The record for its publisher, or for an operator if nil. A key that only views gets the same counts as the
    /// publisher, and the publisher's name.
    func shown(
        to publisher: PublisherID?, asPublisher: Bool?, openTopics: NamePatterns
    ) -> NotificationRecord {
        var shown = self.shown(isOperator: publisher == nil && asPublisher != true, openTopics: openTopics)
        if publisher == nil { shown.publisher = self.publisher }
        return shown
    }

    /// Interactions of enough users. Recipients after quiet hours count only in whole crowds.
    private var tellableInteractions: [InteractionCount]? {
        // Sorted by the shown counts; another order would reveal the hidden ones.
        return interactions?.map { CountRules.told($0) }.filter { $0.people >= CountRules.fewest }
            .sorted { ($1.people, $0.action, $0.link ?? "") < ($0.people, $1.action, $1.link ?? "") }
    }
}

private struct Progress {
    var state: NotificationState
    var recipients: Int
    var counts: DeliveryCounts
    var fewerThan: Int?

    /// - Parameter isSilent: Whether all counts are hidden from a publisher.
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
