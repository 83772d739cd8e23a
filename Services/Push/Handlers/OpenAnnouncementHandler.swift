// Answers OpenAnnouncement: an app opens one thing that was announced, or to which a notification leads.

import Models

/// Answers `OpenAnnouncement`.
struct OpenAnnouncementHandler: Sendable {
    let service: PushContext

    func handle(_ request: OpenAnnouncement, _ context: MessageContext) async throws -> AnnouncementRecord {
        let now = service.clock.now()
        if let record = try await service.store.latest(of: request.subject, request.types, at: now) {
            return service.opened(record, for: request.language)
        }
        // It says what its details say and nothing else: a notification's texts are for those to whom it goes.
        if let page = try await service.store.page(of: request.subject, request.types, at: now) { return page }
        throw ServiceError(.notFound, "nothing with this id was announced")
    }
}
