// Answers CancelAnnouncement: a publisher takes an announcement back.

import Models

/// Answers `CancelAnnouncement`. From the first write on nothing more of it is sent; the rest brings the delivery
/// counts up to date.
struct CancelAnnouncementHandler: Sendable {
    let service: PushContext

    private static let portion = 5000

    func handle(_ request: CancelAnnouncement, _ context: MessageContext) async throws -> AnnouncementRecord {
        let found = try await service.announcement(request.id, of: request.publisher)
        try await service.store.cancel(found.number, by: request.publisher, at: service.clock.now())
        let portion = CancelAnnouncementHandler.portion
        while try await service.store.suppressCancelled(found.number, limit: portion, at: service.clock.now()) {}
        while try await service.store.takeBackUntold(found.number, limit: portion) {}
        return try await service.announcement(found.record.id.text, of: request.publisher).record
            .shown(isOperator: request.publisher == nil)
    }
}
