import Models

struct GetAnnouncementHandler: Sendable {
    let service: PushContext

    func handle(
        _ request: GetAnnouncement, _ context: MessageContext
    ) async throws -> AnnouncementRecord {
        try await service.announcement(request.id, of: request.publisher).record
            .shown(isOperator: request.publisher == nil && request.asPublisher != true)
    }
}
