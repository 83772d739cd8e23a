import Models

/// Answers `GetNotification`, with the interaction counts.
struct GetNotificationHandler: Sendable {
    let service: PushContext

    func handle(
        _ request: GetNotification, _ context: MessageContext
    ) async throws -> NotificationRecord {
        let kept = try await service.notification(request.id, of: request.publisher)
        var record = kept.record
        record.interactions = try await service.store.interactions(with: kept.number)
        return record.shown(
            to: request.publisher, asPublisher: request.asPublisher, openTopics: service.publishing.openTopics)
    }
}
