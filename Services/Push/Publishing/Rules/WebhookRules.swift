import BaliseAPI
import BaliseJSON
import Crypto
import Models
import ServiceRuntime

enum WebhookRules {
    /// The time within which events about interactions and dead tokens are collected, in seconds.
    static let gathering: Int64 = 60

    /// The time from resolving the audience to the report, in seconds. It is the same for all audiences, and long
    /// enough for most pushes to leave.
    static let settling: Int64 = 60

    static func headers(
        of event: DueWebhookEvent, signedWith key: SymmetricKey, at now: UnixTime
    ) -> [(name: String, value: String)] {
        Webhook.headers(of: event.id, event.body, signedWith: key, at: now)
    }

    static func next(after attempts: Int, of event: DueWebhookEvent, at now: UnixTime) -> UnixTime? {
        let next = Webhook.next(after: attempts, at: now)
        return next <= event.createdAt.adding(seconds: Webhook.lifetime) ? next : nil
    }
}

extension BaliseWebhookEvent {
    /// Makes the event about a sent notification, limited to the facts that its publisher may see.
    static func whenSent(
        _ record: NotificationRecord, openTopics: NamePatterns, at now: UnixTime
    ) -> BaliseWebhookEvent {
        let shown = record.shown(isOperator: false, openTopics: openTopics)
        let isDisclosed = shown.fewerThan == nil
        let counts = shown.counts
        return BaliseWebhookEvent(
            type: sent, timestamp: now.date,
            data: Details(
                id: shown.id.text, kind: shown.notification.kind, state: shown.state,
                counts: isDisclosed
                    ? PushDeliveryCounts(
                        accepted: counts.accepted, sent: counts.sent, suppressed: counts.suppressed,
                        deferred: counts.deferred, failed: counts.failed, expired: counts.expired,
                        pending: counts.pending) : nil,
                fewerThan: shown.fewerThan.flatMap { $0 == 0 ? nil : $0 }, refusal: shown.refusal))
    }

    static func whenOpened(
        _ record: NotificationRecord, _ interactions: [InteractionCount], openTopics: NamePatterns, at now: UnixTime
    ) -> BaliseWebhookEvent? {
        var whole = record
        whole.interactions = interactions
        let shown = whole.shown(isOperator: false, openTopics: openTopics)
        guard let counts = shown.interactions, !counts.isEmpty else { return nil }
        return BaliseWebhookEvent(
            type: opened, timestamp: now.date,
            data: Details(
                id: record.id.text, kind: record.notification.kind,
                interactions: counts.map { BaliseInteractionCount(action: $0.action, link: $0.link, people: $0.people) }
            ))
    }

    static func whenGone(_ count: Int, at now: UnixTime) -> BaliseWebhookEvent {
        BaliseWebhookEvent(type: tokenGone, timestamp: now.date, data: Details(gone: count))
    }

    var text: String { String(decoding: json.bytes, as: UTF8.self) }
}
