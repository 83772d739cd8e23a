import BaliseAPI
import BaliseJSON
import Models

extension BaliseWebhookEvent {
    /// Limited to what its publisher may see.
    static func whenSent(
        _ record: NotificationRecord, openTopics: NamePatterns, at now: UnixTime
    ) -> BaliseWebhookEvent {
        let shown = record.shown(isOperator: false, openTopics: openTopics)
        let isTold = shown.fewerThan == nil
        let counts = shown.counts
        return BaliseWebhookEvent(
            type: sent, timestamp: now.date,
            data: Details(
                id: shown.id.text, kind: shown.notification.kind,
                state: shown.state,
                counts: isTold
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
        guard let told = shown.interactions, !told.isEmpty else { return nil }
        return BaliseWebhookEvent(
            type: opened, timestamp: now.date,
            data: Details(
                id: record.id.text, kind: record.notification.kind,
                interactions: told.map { BaliseInteractionCount(action: $0.action, link: $0.link, people: $0.people) }))
    }

    static func whenGone(_ count: Int, at now: UnixTime) -> BaliseWebhookEvent {
        BaliseWebhookEvent(type: tokenGone, timestamp: now.date, data: Details(gone: count))
    }

    var text: String { String(decoding: json.bytes, as: UTF8.self) }
}
