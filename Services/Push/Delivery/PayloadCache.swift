import Foundation
import Models
import Synchronization

/// Builds pushes and caches the latest: the content of an announcement is the same for nearly all recipients.
final class PayloadCache: Sendable {
    private struct Key: Hashable {
        var announcement: Int64
        var badge: Int
        var provider: PushProvider
        var language: String?
        /// A notification with several begins has a later end each time.
        var endsAt: UnixTime
    }

    /// The key of the text lookup, which many recipients share.
    private struct Reader: Hashable {
        var announcement: Int64
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

    /// The push of a delivery to a token. Throws for an announcement without a subject, and for a content that violates
    /// the rules.
    ///
    /// - Parameter isSilent: Whether to omit texts and sound. A Live Activity still shows its state.
    func push(of delivery: DueDelivery, for token: DueToken, isSilent: Bool = false) throws -> RenderedPush {
        // The content of a digest is individual.
        if delivery.gathering == .digest { return try digest(of: delivery, for: token) }
        let announcement = delivery.announcement
        let text = isSilent ? nil : text(of: announcement, for: token)
        let language =
            announcement.content == nil ? texts.language(for: token.languages).rawValue : text?.language
        let key = Key(
            announcement: announcement.number, badge: delivery.recipient.badge, provider: token.provider,
            language: language, endsAt: announcement.endsAt)
        if let made = cache.withLock({ $0.pushes[key] }) { return made }
        let made = try make(delivery, for: token, text)
        cache.withLock { cache in
            if cache.pushes.count >= PayloadCache.capacity { cache.pushes.removeAll(keepingCapacity: true) }
            cache.pushes[key] = made
        }
        return made
    }

    /// Nil for an announcement, and for a content without texts.
    private func text(of announcement: DueAnnouncement, for token: DueToken) -> NotificationText? {
        guard let content = announcement.content else { return nil }
        let reader = Reader(announcement: announcement.number, languages: token.languages)
        if let known = cache.withLock({ $0.texts[reader] }) { return known }
        let text = content.text(for: token.languages)
        cache.withLock { cache in
            if cache.texts.count >= PayloadCache.capacity { cache.texts.removeAll(keepingCapacity: true) }
            cache.texts[reader] = .some(text)
        }
        return text
    }

    private func digest(of delivery: DueDelivery, for token: DueToken) throws -> RenderedPush {
        let (announcement, language) = (delivery.announcement, texts.language(for: token.languages))
        let content = DigestContent.content(
            of: delivery.gathered.map(\.announcement.kind), in: language,
            texts.digests[language] ?? DigestTexts(title: "{count}", body: "{kinds}", kindNames: [:]))
        let occasion = RenderedOccasion(
            id: announcement.id.text, badge: delivery.recipient.badge, beginsAt: announcement.beginsAt,
            endsAt: announcement.endsAt)
        return try NotificationRendering.push(content, for: token.provider, in: content.texts.first, occasion)
    }

    private func make(_ delivery: DueDelivery, for token: DueToken, _ text: NotificationText?) throws -> RenderedPush {
        let announcement = delivery.announcement
        if let content = announcement.content {
            let occasion = RenderedOccasion(
                id: announcement.id.text, badge: delivery.recipient.badge, beginsAt: announcement.beginsAt,
                endsAt: announcement.endsAt)
            return try NotificationRendering.push(content, for: token.provider, in: text, occasion)
        }
        let text = texts.filled(
            announcement.type, title: announcement.title, body: announcement.body, for: token.languages)
        let content = PushContent(
            type: announcement.type, subject: announcement.subject, title: text.title, body: text.body,
            badge: delivery.recipient.badge, expiresAt: announcement.endsAt, collapseID: announcement.id.text)
        return RenderedPush(
            payload: try token.provider == .apns ? PayloadRules.apns(content) : PayloadRules.fcm(content),
            pushType: NotificationPushType(token.purpose), priority: .immediate, expiresAt: announcement.endsAt,
            collapseID: announcement.id.text)
    }
}
