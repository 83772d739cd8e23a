import Models

/// Answers `ChangeNotification`, with the same checks and the same rate limit as for a new notification.
struct ChangeNotificationHandler: Sendable {
    let service: PushContext

    func handle(_ request: ChangeNotification, _ context: MessageContext) async throws -> NotificationRecord {
        let now = service.clock.now()
        let isOperator = request.isOperator == true
        let notification = request.notification
        try service.publishing.check(notification, by: request.limits, isOperator: isOperator, at: now)
        try NotificationRules.check(notification.content, mayInterrupt: request.mayInterrupt == true)
        try service.check(notification.details)
        try service.count(request.apiKey, request.limits, at: now)
        // It may begin at once.
        let marks = try await service.catchUp()
        let record = try await service.store.change(
            request.id, of: request.publisher, to: notification,
            NotificationPlan(apiKey: request.apiKey, limits: request.limits, isOperator: isOperator),
            NotificationReading.text(of: notification.content, for: nil), isBounded: !isOperator, at: now)
        service.resolveAudience(record.id, marks)
        return record.shown(isOperator: isOperator, openTopics: service.publishing.openTopics)
    }
}
