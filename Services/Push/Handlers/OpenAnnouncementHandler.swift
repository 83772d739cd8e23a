// Answers OpenAnnouncement: an app opens one thing that was announced.

import Models

/// Answers `OpenAnnouncement`.
struct OpenAnnouncementHandler: Sendable {
    let service: PushContext

    func handle(_ request: OpenAnnouncement, _ context: MessageContext) async throws -> AnnouncementRecord {
        let record = try await service.store.latest(of: request.subject, request.types, at: service.clock.now())
        guard let record else { throw ServiceError(.notFound, "nothing with this id was announced") }
        return service.opened(record, for: request.language)
    }
}
