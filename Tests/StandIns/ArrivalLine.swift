import Fakes
import Foundation

/// A push that arrived, in words: `iPhone ab12…: “Bread”, “Half the price until noon” (offer 123)`.
enum ArrivalLine {
    static func of(
        _ notification: FakeAPNs.Notification, refusal: (status: Int, reason: String)?, isSandbox: Bool
    ) -> String {
        let one = notification.headers["apns-channel-id"].map { "channel \(short($0))" }
        let pushDevice = (one ?? "iPhone \(short(notification.token))") + (isSandbox ? " of a developer" : "")
        if let refusal { return "\(pushDevice): refused, \(refusal.status) \(refusal.reason)" }
        let type = notification.headers["apns-push-type"] ?? "alert"
        guard type == "alert", let payload = try? JSONDecoder().decode(APNsPayload.self, from: notification.payload)
        else {
            let priority = notification.headers["apns-priority"] ?? "10"
            let topic = printable(notification.headers["apns-topic"] ?? "no topic")
            return
                "\(pushDevice): \(printable(type)) to \(topic), priority \(printable(priority)), "
                + "\(notification.payload.count) bytes without a text to show"
        }
        return "\(pushDevice): " + shown(payload.aps.alert, payload.screen, payload.entityId)
    }

    static func of(_ message: FakeFCM.Message) -> String {
        guard let sent = try? JSONDecoder().decode(FCMBody.self, from: message.body).message else {
            return "FCM: refused, \(message.answered), since it is no message"
        }
        let pushDevice = "FCM device \(short(sent.token))"
        guard message.answered == 200 else { return "\(pushDevice): refused, \(message.answered)" }
        guard let texts = sent.notification else { return "\(pushDevice): woken, without a text to show" }
        return "\(pushDevice): " + shown(texts, sent.data?.screen, sent.data?.entityId)
    }

    /// So much of a token that its push device is known again, and not the token.
    private static func short(_ token: String) -> String { printable(String(token.prefix(4))) + "…" }

    private static func shown(_ texts: Texts, _ screen: String?, _ entity: String?) -> String {
        var line = "“\(printable(texts.title ?? ""))”, “\(printable(texts.body ?? ""))”"
        if let screen, let entity {
            line += " (\(printable(screen.replacingOccurrences(of: "_detail", with: ""))) \(printable(entity)))"
        }
        return line
    }

    /// A publisher chose these texts, and a terminal obeys what it is shown.
    private static func printable(_ text: String) -> String {
        String(
            String.UnicodeScalarView(text.unicodeScalars.map { CharacterSet.controlCharacters.contains($0) ? " " : $0 })
        )
    }

    private struct Texts: Decodable {
        let title, body: String?
    }

    private struct APNsPayload: Decodable {
        struct APS: Decodable { let alert: Texts }
        let aps: APS
        let screen, entityId: String?
    }

    private struct FCMBody: Decodable {
        struct Message: Decodable {
            let token: String
            let notification: Texts?
            let data: Subject?
        }
        struct Subject: Decodable {
            let screen, entityId: String?
        }
        let message: Message
    }
}
