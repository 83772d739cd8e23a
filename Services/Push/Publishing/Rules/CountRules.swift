import Foundation
import Models

/// Counts of few users are hidden, because they could reveal where one of these users is.
enum CountRules {
    static let fewest = 10
    /// A number of deliveries that hides single users. If this many deliveries wait, the state `delivering` reveals
    /// nothing about one user. Publishers see sends after quiet hours in steps of this size.
    static let crowd = 1000
    /// The step of a dry run's counts: answers are multiples of this.
    private static let step = 10
    /// The least count of a dry run. Below this count, the answer is only "fewer than this".
    static let fewestCounted = 20
    /// The most dry runs, and the most cancellations, of a publisher around one place in a `day`.
    static let probes = 20
    /// The area in metres around a place. It is twice the largest radius, so two places from which the same user can be
    /// counted are never farther apart.
    static let area = 100_000.0
    static let day: Int64 = 86_400
    /// The seconds within which notifications count as simultaneous. Within this time, the audience of the last
    /// notification may be resolved before the first push of the first notification.
    static let together: Int64 = 60
    /// The most inquiries by operators about one user in a `day`.
    static let inquiries = 100

    /// Returns a count that a publisher may see. An increase at the end of a user's quiet hours would reveal that time,
    /// so sends after quiet hours, `later`, are counted only in whole crowds.
    static func disclosed(_ count: Int, later: Int) -> Int { count - later % crowd }

    static func disclosed(_ count: InteractionCount) -> InteractionCount {
        InteractionCount(
            action: count.action, link: count.link, people: disclosed(count.people, later: count.peopleLater))
    }

    /// Makes the answer to a dry run. A dry run sends no push, so users cannot notice repeated runs. The number of push
    /// devices is left out, because a user with many devices would stand out. `error` comes from `CountNoise`.
    static func reply(recipients: Int, error: Int) -> SendNotification.Reply {
        let shown = (recipients + error + step / 2) / step * step
        return shown < fewestCounted
            ? SendNotification.Reply(fewerThan: fewestCounted) : SendNotification.Reply(recipients: shown)
    }
}

extension NotificationRecord {
    /// Returns the counts that a publisher may see (decision 35). A notification by local times has no counts before
    /// its last begin, or after an earlier cancellation: the time of an increase would reveal a user's time zone.
    func shown(isOperator: Bool, openTopics: NamePatterns) -> NotificationRecord {
        var shown = self
        if !isOperator { shown.publisher = nil }
        let isLocal = notification.localStart != nil
        if !isOperator, isLocal, state == .deciding {
            (shown.recipients, shown.counts, shown.interactions) = (0, .empty, nil)
            return shown
        }
        if !isOperator {
            shown.limitCounts(
                isSilent: notification.isSilent || isLocal && state == .cancelled
                    || AudienceExpressionRules.isPicked(notification.audience, openTopics: openTopics))
            shown.interactions = shown.fewerThan == nil ? disclosedInteractions : nil
        }
        shown.counts.sentLater = 0
        return shown
    }

    /// Hides the counts of few users.
    /// - Parameter isSilent: Whether all counts are hidden from the publisher, as those of a silent notification are.
    private mutating func limitCounts(isSilent: Bool) {
        if state == .scheduled || state == .deciding && recipients == 0 { return }
        let (former, all) = (state, counts)
        if state != .cancelled { state = .done }
        (recipients, counts) = (0, .empty)
        let sent = CountRules.disclosed(all.sent, later: all.sentLater)
        guard sent >= CountRules.fewest, !isSilent else {
            fewerThan = isSilent ? 0 : CountRules.fewest
            return
        }
        (counts.accepted, counts.sent) = (sent, sent)
        if former == .delivering, all.pending >= CountRules.crowd { state = .delivering }
    }

    /// Returns the record for a caller. `publisher` is nil for an operator. A key that only views gets the same counts
    /// as the publisher, and the publisher's name.
    func shown(to publisher: PublisherID?, asPublisher: Bool?, openTopics: NamePatterns) -> NotificationRecord {
        var shown = self.shown(isOperator: publisher == nil && asPublisher != true, openTopics: openTopics)
        if publisher == nil { shown.publisher = self.publisher }
        return shown
    }

    private var disclosedInteractions: [InteractionCount]? {
        // The order is that of the shown counts, because another order would reveal the hidden counts.
        return interactions?.map { CountRules.disclosed($0) }.filter { $0.people >= CountRules.fewest }
            .sorted { ($1.people, $0.action, $0.link ?? "") < ($0.people, $1.action, $1.link ?? "") }
    }
}

/// Random errors that blur a count: whole numbers around 0 with the two-sided geometric distribution. One user more or
/// less changes the probability of any answer by at most the factor e^`leak` (decision 35). Each answer has its own
/// error: with a constant error, a publisher could find the distance to the next step with accounts of its own.
enum CountNoise {
    static let leak = 0.1
    static let bytes = 16

    static func error(_ random: [UInt8]) -> Int {
        guard random.count >= bytes else { return 0 }
        return size(random[..<8]) - size(random[8..<bytes])
    }

    /// Returns the size of an error, from 0 on. Each size is less likely than the size before, by the factor e^`leak`.
    private static func size(_ random: ArraySlice<UInt8>) -> Int {
        let bits = random.reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
        // The chance is above 0 and at most 1, so that the logarithm is finite.
        let chance = (Double(bits >> 11) + 1) * 0x1p-53
        return Int((-log(chance) / leak).rounded(.down))
    }
}
