// Answers OpenAnnouncement: an app opens one thing that was announced.

import Models

/// Answers `OpenAnnouncement`.
struct OpenAnnouncementHandler: Sendable {
    let desk: PushDesk

    func handle(_ request: OpenAnnouncement, _ context: MessageContext) async throws -> AnnouncementRecord {
        let record: AnnouncementRecord?
        do throws(PushStoreError) {
            record = try desk.store.latest(of: request.subject, request.types, at: desk.clock.now())
        } catch {
            throw desk.answer(to: error, context)
        }
        guard let record else { throw ServiceError(.notFound, "nothing with this id was announced") }
        return desk.opened(record, for: request.language)
    }
}
