import Models

struct ListNotificationsHandler: Sendable {
    let service: PushContext

    func handle(_ request: ListNotifications, _ context: MessageContext) async throws -> ListNotifications.Reply {
        let limits = ListNotifications.limits
        guard limits.contains(request.limit) else {
            throw ServiceError(
                .invalidRequest, "limit must be a whole number from \(limits.lowerBound) to \(limits.upperBound)")
        }
        // One extra row shows whether another page exists.
        var found = try await notifications(request, atLeast: request.limit + 1)
        let hasMore = found.count > request.limit
        if hasMore { found.removeSubrange(request.limit...) }
        return ListNotifications.Reply(notifications: found, hasMore: hasMore)
    }

    /// At least `count` notifications as the caller may see them, or all that exist. A filter by state applies to the
    /// visible state: a publisher must not learn whether a push to few users still waits.
    private func notifications(_ request: ListNotifications, atLeast count: Int) async throws -> [NotificationRecord] {
        let isOperator = request.publisher == nil && request.asPublisher != true
        var (found, before): ([NotificationRecord], AnnouncementID?) = ([], request.before)
        while found.count < count {
            let page = try await service.store.notifications(
                of: request.publisher, in: request.state?.keptAs(isOperator: isOperator) ?? [], before: before,
                limit: count)
            guard let page else {
                throw ServiceError(.invalidRequest, "the cursor names no notification; begin again without one")
            }
            let shown = page.map {
                $0.shown(
                    to: request.publisher, asPublisher: request.asPublisher, openTopics: service.publishing.openTopics)
            }
            found += shown.filter { request.state == nil || $0.state == request.state }
            guard page.count == count else { break }
            before = page.last?.id
        }
        return found
    }
}

extension AnnouncementState {
    /// The stored states that can appear as this state. Between two begins, a notification by local times is stored as
    /// scheduled. One with few recipients appears to its publisher as done.
    fileprivate func keptAs(isOperator: Bool) -> [AnnouncementState] {
        switch self {
        case .scheduled, .delivering, .cancelled: [self]
        case .deciding: [.scheduled, .deciding]
        case .done: isOperator ? [.done] : [.deciding, .delivering, .done]
        }
    }
}
