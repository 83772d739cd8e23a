import Foundation
import Models
import Synchronization

/// Keeps rendered contents. The content of a notification is the same for nearly all recipients.
final class PayloadCache: Sendable {
    private struct Key: Hashable {
        var notification: Int64
        var badge: Int
        var provider: PushProvider
        var language: String?
        /// When the push ends. A notification with several begins has a later end each time.
        var endsAt: UnixTime
    }

    private struct Reader: Hashable {
        var notification: Int64
        var languages: String?
    }

    private struct Kept {
        var pushes: [Key: RenderedPush] = [:]
        var texts: [Reader: NotificationText?] = [:]
    }

    private static let capacity = 256

    private let texts: StandardTexts
    private let cache = Mutex(Kept())

    init(texts: StandardTexts) { self.texts = texts }

    /// Makes the push of a delivery. Throws for a notification without a subject, and for a content that violates the
    /// rules. `isSilent` omits texts and sound, except for the state of a Live Activity.
    func push(of delivery: DueDelivery, for token: DueToken, isSilent: Bool = false) throws -> RenderedPush {
        // The content of a digest is individual.
        if delivery.gathering == .digest { return try digest(of: delivery, for: token) }
        let notification = delivery.notification
        let text = isSilent ? nil : text(of: notification, for: token)
        let language =
            notification.announcement == nil ? text?.language : texts.language(for: token.languages).rawValue
        let key = Key(
            notification: notification.number, badge: delivery.recipient.badge, provider: token.provider,
            language: language, endsAt: notification.endsAt)
        if let made = cache.withLock({ $0.pushes[key] }) { return made }
        let made = try make(delivery, for: token, text)
        cache.withLock { cache in
            if cache.pushes.count >= PayloadCache.capacity { cache.pushes.removeAll(keepingCapacity: true) }
            cache.pushes[key] = made
        }
        return made
    }

    /// Returns the text in the recipient's language. Nil for an announcement, whose texts have no language.
    private func text(of notification: DueNotification, for token: DueToken) -> NotificationText? {
        guard notification.announcement == nil, let content = notification.content else { return nil }
        let reader = Reader(notification: notification.number, languages: token.languages)
        if let known = cache.withLock({ $0.texts[reader] }) { return known }
        let text = content.text(for: token.languages)
        cache.withLock { cache in
            if cache.texts.count >= PayloadCache.capacity { cache.texts.removeAll(keepingCapacity: true) }
            cache.texts[reader] = .some(text)
        }
        return text
    }

    private func digest(of delivery: DueDelivery, for token: DueToken) throws -> RenderedPush {
        let language = texts.language(for: token.languages)
        let content = DigestContent.content(
            of: delivery.gathered.map(\.notification.kind), in: language,
            texts.digests[language] ?? DigestTexts(title: "{count}", body: "{kinds}", kindNames: [:]))
        return try NotificationRendering.push(content, for: token.provider, in: content.texts.first, delivery.occasion)
    }

    private func make(_ delivery: DueDelivery, for token: DueToken, _ text: NotificationText?) throws -> RenderedPush {
        let notification = delivery.notification
        guard let announcement = notification.announcement else {
            guard let content = notification.content else { throw PayloadRules.Refusal.noContent }
            return try NotificationRendering.push(content, for: token.provider, in: text, delivery.occasion)
        }
        let text = texts.filled(announcement, for: token.languages)
        let content = PushContent(
            type: announcement.type, subject: announcement.subject, title: text.title ?? "", body: text.body ?? "",
            badge: delivery.recipient.badge, expiresAt: notification.endsAt, collapseID: notification.id.text)
        return RenderedPush(
            payload: try token.provider == .apns ? PayloadRules.apns(content) : PayloadRules.fcm(content),
            pushType: NotificationPushType(token.purpose), priority: .immediate, expiresAt: notification.endsAt,
            collapseID: notification.id.text)
    }
}

extension DueDelivery {
    fileprivate var occasion: RenderedOccasion {
        RenderedOccasion(
            id: notification.id.text, badge: recipient.badge, beginsAt: notification.beginsAt,
            endsAt: notification.endsAt)
    }
}
