import Models

struct OpenAnnouncementHandler: Sendable {
    let service: PushContext

    func handle(_ request: OpenAnnouncement, _ context: MessageContext) async throws -> AnnouncementRecord {
        let now = service.clock.now()
        if let record = try await service.store.latest(of: request.subject, request.types, at: now) {
            return service.opened(record, for: request.language)
        }
        // The page contains only the details. The texts of a notification are only for its recipients.
        if let page = try await service.store.page(of: request.subject, request.types, at: now) { return page }
        throw ServiceError(.notFound, "nothing with this id was announced")
    }
}
