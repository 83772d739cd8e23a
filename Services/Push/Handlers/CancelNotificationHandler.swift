import Models

struct CancelNotificationHandler: Sendable {
    let service: PushContext

    func handle(_ request: CancelNotification, _ context: MessageContext) async throws -> NotificationRecord {
        let found = try await service.notification(request.id, of: request.publisher)
        try await CancelAnnouncementHandler.cancel(found.number, by: request.publisher, service)
        return try await service.notification(request.id, of: request.publisher).record
            .shown(isOperator: request.publisher == nil, openTopics: service.publishing.openTopics)
    }
}
