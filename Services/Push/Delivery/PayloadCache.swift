// Payloads that were made before.

import Foundation
import Models
import Synchronization

/// Makes payloads, and keeps the latest: what an announcement says is the same for nearly everybody.
final class PayloadCache: Sendable {
    private struct Key: Hashable {
        var announcement: Int64
        var badge: Int
        var provider: PushProvider
        var language: TextLanguage
    }

    private static let capacity = 256

    private let texts: StandardTexts
    private let cache = Mutex([Key: Data]())

    init(texts: StandardTexts) { self.texts = texts }

    /// The payload of a delivery. Throws when there is none, which is for an announcement without a subject.
    func payload(of delivery: DueDelivery, for provider: PushProvider) throws -> Data {
        let announcement = delivery.announcement
        let tag = delivery.token?.language
        let key = Key(
            announcement: announcement.number, badge: delivery.recipient.badge, provider: provider,
            language: texts.language(for: tag))
        if let made = cache.withLock({ $0[key] }) { return made }
        let text = texts.filled(announcement.type, title: announcement.title, body: announcement.body, for: tag)
        let content = PushContent(
            type: announcement.type, subject: announcement.subject, title: text.title, body: text.body,
            badge: delivery.recipient.badge, expiresAt: announcement.endsAt, collapseID: announcement.id.text)
        let made = try provider == .apns ? PayloadRules.apns(content) : PayloadRules.fcm(content)
        cache.withLock { cache in
            if cache.count >= PayloadCache.capacity { cache.removeAll(keepingCapacity: true) }
            cache[key] = made
        }
        return made
    }
}
