// Answers Announce: a publisher announces something.

import Crypto
import Foundation
import MessageBus
import Models

/// Answers `Announce`. It is stored before the answer, and decided and delivered afterwards.
struct AnnounceHandler: Sendable {
    let desk: PushDesk

    private static let longestKey = 255

    func handle(_ request: Announce, _ context: MessageContext) async throws -> Announce.Reply {
        let now = desk.clock.now()
        let announcement = try desk.announcements.checked(request.announcement, at: now)
        if request.isDryRun { return try await count(announcement, at: now) }
        do {
            let key = try request.idempotencyKey.map { try AnnounceHandler.key($0, announcement) }
            if let key, let former = try desk.store.announcement(of: request.publisher, underKey: key) {
                return Announce.Reply(record: former)
            }
            // Before it is stored, so that the publisher hears of a service that is away.
            let marks = try await desk.catchUp()
            guard let id = AnnouncementID(opaqueIDText(desk.random(16))) else {
                throw ServiceError(.internalFailure, "no id could be made for the announcement")
            }
            let record = try await desk.store.announce(
                announcement, as: id, by: request.publisher, underKey: key, at: now)
            desk.decide(id, marks)
            return Announce.Reply(record: record)
        } catch let error as PushStoreError {
            throw desk.answer(to: error, context)
        }
    }

    /// Counts who would be told, and writes nothing.
    private func count(_ announcement: Announcement, at now: UnixTime) async throws -> Announce.Reply {
        _ = try await desk.catchUp()
        let (recipients, handsets) = desk.audience.count(Interest(announcement), at: now)
        return Announce.Reply(recipients: recipients, deliveries: handsets)
    }

    private static func key(_ text: String, _ announcement: Announcement) throws -> IdempotencyKey {
        guard (1...longestKey).contains(text.utf8.count) else {
            throw ServiceError(
                .invalidRequest, "an idempotency key has 1 to \(longestKey) bytes")
        }
        let bytes = try CBOREncoder().encode(announcement)
        return IdempotencyKey(text: text, fingerprint: Array(SHA256.hash(data: Data(bytes))))
    }
}
