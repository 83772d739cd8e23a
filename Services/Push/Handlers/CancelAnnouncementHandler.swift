// Answers CancelAnnouncement: a publisher takes an announcement back.

import Models

/// Answers `CancelAnnouncement`. From the first write on nothing more of it is sent; the rest brings the books up to date.
struct CancelAnnouncementHandler: Sendable {
    let desk: PushDesk

    private static let portion = 5000

    func handle(_ request: CancelAnnouncement, _ context: MessageContext) async throws -> AnnouncementRecord {
        let found = try desk.announcement(request.id, of: request.publisher, context)
        do throws(PushStoreError) {
            try await desk.store.cancel(found.number, by: request.publisher, at: desk.clock.now())
            while try await desk.store.suppressCancelled(
                found.number, limit: CancelAnnouncementHandler.portion, at: desk.clock.now())
            {}
        } catch {
            throw desk.answer(to: error, context)
        }
        return try desk.announcement(found.record.id.text, of: request.publisher, context).record
            .shown(isOperator: request.publisher == nil)
    }
}
