import BaliseAPI
import BaliseJSON
import Crypto
import Foundation
import Models

enum WebhookRules {
    /// How long push tries to deliver an event, in seconds.
    static let lifetime: Int64 = 86_400
    /// The first and the last pause between two tries, in seconds. Each pause is twice the pause before.
    private static let pauses: ClosedRange<Int64> = 5...3600
    /// The time within which events about interactions and dead tokens are collected, in seconds.
    static let gathering: Int64 = 60

    /// The time from resolving the audience to the report, in seconds. It is the same for all audiences, and long
    /// enough for most pushes to leave.
    static let settling: Int64 = 60

    private static let secretPrefix = "whsec_"
    private static let secretBytes = 24...64

    /// Throws `invalidRequest` for an invalid address, and for an address without encryption on another machine.
    static func check(_ url: String) throws(ServiceError) {
        let parts = URLComponents(string: url)
        let isHere = ["127.0.0.1", "::1", "[::1]", "localhost"].contains(parts?.host?.lowercased() ?? "")
        guard url.utf8.count <= 2048, let parts, parts.host?.isEmpty == false, parts.user == nil, parts.password == nil,
            parts.scheme == "https" || parts.scheme == "http" && isHere,
            parts.port.map({ (1...65_535).contains($0) }) ?? true
        else {
            throw .invalid("url has to be an https address, or an http address on this machine, without a password")
        }
    }

    static func key(_ secret: SecretText) throws(ServiceError) -> SymmetricKey {
        guard secret.value.hasPrefix(secretPrefix),
            let bytes = Data(base64Encoded: String(secret.value.dropFirst(secretPrefix.count))),
            secretBytes.contains(bytes.count)
        else { throw .invalid("secret has to be whsec_ and base64 of 24 to 64 bytes") }
        return SymmetricKey(data: bytes)
    }

    /// Returns the headers of a request (Standard Webhooks 1.0.0, "Webhook headers" and "Signature scheme").
    static func headers(
        of event: DueWebhookEvent, signedWith key: SymmetricKey, at now: UnixTime
    ) -> [(name: String, value: String)] {
        let timestamp = String(now.rawValue / 1000)
        let signed = Data("\(event.id).\(timestamp).\(event.body)".utf8)
        let code = Data(HMAC<SHA256>.authenticationCode(for: signed, using: key))
        return [
            ("webhook-id", event.id), ("webhook-timestamp", timestamp),
            ("webhook-signature", "v1," + code.base64EncodedString()),
        ]
    }

    static func next(after attempts: Int, of event: DueWebhookEvent, at now: UnixTime) -> UnixTime? {
        let pause = min(pauses.upperBound, pauses.lowerBound << Int64(min(max(0, attempts - 1), 20)))
        let next = now.adding(seconds: pause)
        return next <= event.createdAt.adding(seconds: lifetime) ? next : nil
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
