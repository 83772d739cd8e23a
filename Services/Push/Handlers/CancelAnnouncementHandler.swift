// Answers CancelAnnouncement: a publisher takes an announcement back.

import Models

/// Answers `CancelAnnouncement`. From the first write on nothing more of it is sent; the rest brings the delivery
/// counts up to date.
struct CancelAnnouncementHandler: Sendable {
    let service: PushContext

    private static let portion = 5000

    func handle(_ request: CancelAnnouncement, _ context: MessageContext) async throws -> AnnouncementRecord {
        let found = try service.announcement(request.id, of: request.publisher, context)
        do throws(PushStoreError) {
            try await service.store.cancel(found.number, by: request.publisher, at: service.clock.now())
            while try await service.store.suppressCancelled(
                found.number, limit: CancelAnnouncementHandler.portion, at: service.clock.now())
            {}
            while try await service.store.takeBackUntold(
                found.number, limit: CancelAnnouncementHandler.portion)
            {}
        } catch {
            throw service.answer(to: error, context)
        }
        return try service.announcement(found.record.id.text, of: request.publisher, context).record
            .shown(isOperator: request.publisher == nil)
    }
}
