import Foundation
import Models

struct PushContent: Hashable, Sendable {
    var type: AnnouncementType
    var subject: AnnouncementSubject
    var title: String
    var body: String
    var badge: Int
    /// The time at which the push expires. iPhones that are reached through FCM get it, and the collapse id.
    var expiresAt: UnixTime?
    var collapseID: String?
}

/// Makes payloads. The payload of an announcement has the keys that apps need to open the page.
enum PayloadRules {
    /// The largest payload in bytes, at APNs and at FCM.
    static let largest = 4096
    /// The longest collapse id in bytes.
    static let maximumCollapseIDLength = 64

    enum Refusal: Error, Hashable {
        /// The notification has no id, so the app could not open anything.
        case noSubject
        /// The content has a format that only a later version knows.
        case noContent
    }

    /// Returns the payload for APNs: a JSON object with `aps` and the keys of the subject. Texts are never cut.
    static func apns(_ content: PushContent) throws(Refusal) -> Data {
        var payload = JSONTree()
        payload.set("aps", aps(content, alert: alert(content)))
        try setKeys(of: content, asTexts: false, in: &payload)
        return payload.bytes
    }

    /// Returns the message for FCM without `token` and `android`, which the gateway adds. FCM accepts keys only as
    /// texts. The message contains additions for push devices that FCM reaches through APNs.
    static func fcm(_ content: PushContent) throws(Refusal) -> Data {
        var (headers, payload, apns) = (JSONTree(), JSONTree(), JSONTree())
        headers.set("apns-collapse-id", content.collapseID)
        headers.set("apns-expiration", String((content.expiresAt?.rawValue ?? 0) / 1000))
        headers.set("apns-priority", "10")
        payload.set("aps", aps(content, alert: JSONTree()))
        apns.set("headers", headers)
        apns.set("payload", payload)
        var (data, message) = (JSONTree(), JSONTree())
        try setKeys(of: content, asTexts: true, in: &data)
        message.set("apns", apns)
        message.set("data", data)
        message.set("notification", alert(content))
        return message.bytes
    }

    private static func alert(_ content: PushContent) -> JSONTree {
        var alert = JSONTree()
        alert.set("body", content.body)
        alert.set("title", content.title)
        return alert
    }

    private static func aps(_ content: PushContent, alert: JSONTree) -> JSONTree {
        var aps = JSONTree()
        aps.set("alert", alert)
        aps.set("badge", Int64(content.badge))
        aps.set("sound", "default")
        return aps
    }

    /// Sets the keys that older and newer builds of the app read, sorted by name.
    private static func setKeys(of content: PushContent, asTexts: Bool, in payload: inout JSONTree) throws(Refusal) {
        let (type, subject) = (content.type, content.subject)
        guard subject != .text("") else { throw .noSubject }
        payload.set("entityId", subject.description)
        let name = type == .professional ? "professionalId" : "offerId"
        if case .number(let number) = subject, !asTexts {
            payload.set(name, number)
        } else {
            payload.set(name, subject.description)
        }
        let screen =
            switch type {
            case .offer: "offer_detail"
            case .professional: "professional_detail"
            default: "event_detail"
            }
        payload.set("screen", screen)
        if type == .event { payload.set("type", type.rawValue) }
    }
}
