// Answers GetNotification: a publisher asks what became of a notification.

import Models

/// Answers `GetNotification`: one look at the database.
struct GetNotificationHandler: Sendable {
    let service: PushContext

    nonisolated(nonsending) func handle(
        _ request: GetNotification, _ context: MessageContext
    ) async throws -> NotificationRecord {
        try await service.notification(request.id, of: request.publisher).record
            .shown(isOperator: request.publisher == nil)
    }
}
