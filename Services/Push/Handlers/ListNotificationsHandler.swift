// Answers ListNotifications: a publisher asks what has been sent.

import Models

/// Answers `ListNotifications`.
struct ListNotificationsHandler: Sendable {
    let service: PushContext

    func handle(_ request: ListNotifications, _ context: MessageContext) async throws -> ListNotifications.Reply {
        let limits = ListNotifications.limits
        guard limits.contains(request.limit) else {
            throw ServiceError(
                .invalidRequest, "limit must be a whole number from \(limits.lowerBound) to \(limits.upperBound)")
        }
        // One more tells whether there are more.
        let page = try await service.store.notifications(
            of: request.publisher, in: request.state, before: request.before, limit: request.limit + 1)
        guard var found = page else {
            throw ServiceError(.invalidRequest, "there is no notification to go on from; begin again without one")
        }
        let hasMore = found.count > request.limit
        if hasMore { found.removeLast() }
        return ListNotifications.Reply(
            notifications: found.map { $0.shown(isOperator: request.publisher == nil) }, hasMore: hasMore)
    }
}
