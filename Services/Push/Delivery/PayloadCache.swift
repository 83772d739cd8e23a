// Payloads that were made before.

import Foundation
import Models
import Synchronization

/// Makes pushes, and keeps the latest: what an announcement says is the same for nearly everybody.
final class PayloadCache: Sendable {
    private struct Key: Hashable {
        var announcement: Int64
        var badge: Int
        var provider: PushProvider
        /// Of the texts.
        var language: String?
        /// What begins several times ends later each time.
        var endsAt: UnixTime
    }

    private static let capacity = 256

    private let texts: StandardTexts
    private let cache = Mutex([Key: RenderedPush]())

    init(texts: StandardTexts) { self.texts = texts }

    /// The push of a delivery to a token. Throws when there is none, which is for an announcement without a subject, and
    /// for a content that the rules did not let through.
    ///
    /// - Parameter isSilent: Whether the texts stay away, and the sound that comes with them: of a Live Activity, which
    ///   shows its state all the same.
    func push(of delivery: DueDelivery, for token: DueToken, isSilent: Bool = false) throws -> RenderedPush {
        // What it says is of its person alone.
        if delivery.gathering == .digest { return try digest(of: delivery, for: token) }
        let announcement = delivery.announcement
        let text = isSilent ? nil : announcement.content?.text(for: token.language)
        let language =
            announcement.content == nil ? texts.language(for: token.language).rawValue : text?.language
        let key = Key(
            announcement: announcement.number, badge: delivery.recipient.badge, provider: token.provider,
            language: language, endsAt: announcement.endsAt)
        if let made = cache.withLock({ $0[key] }) { return made }
        let made = try make(delivery, for: token, text)
        cache.withLock { cache in
            if cache.count >= PayloadCache.capacity { cache.removeAll(keepingCapacity: true) }
            cache[key] = made
        }
        return made
    }

    private func digest(of delivery: DueDelivery, for token: DueToken) throws -> RenderedPush {
        let (announcement, language) = (delivery.announcement, texts.language(for: token.language))
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
            announcement.type, title: announcement.title, body: announcement.body, for: token.language)
        let content = PushContent(
            type: announcement.type, subject: announcement.subject, title: text.title, body: text.body,
            badge: delivery.recipient.badge, expiresAt: announcement.endsAt, collapseID: announcement.id.text)
        return RenderedPush(
            payload: try token.provider == .apns ? PayloadRules.apns(content) : PayloadRules.fcm(content),
            pushType: NotificationPushType(token.purpose), priority: .immediate, expiresAt: announcement.endsAt,
            collapseID: announcement.id.text)
    }
}
