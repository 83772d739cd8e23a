import Models

struct ListAnnouncementsHandler: Sendable {
    let service: PushContext

    func handle(_ request: ListAnnouncements, _ context: MessageContext) async throws -> ListAnnouncements.Reply {
        guard ListAnnouncements.limits.contains(request.limit) else {
            throw ServiceError(.invalidRequest, "limit must be a whole number from 1 to 100")
        }
        // One extra row shows whether another page exists.
        let page = try await service.store.announcements(
            of: request.publisher, before: request.before, limit: request.limit + 1)
        guard var found = page else {
            throw ServiceError(.invalidRequest, "the cursor names no announcement; begin again without one")
        }
        let hasMore = found.count > request.limit
        if hasMore { found.removeLast() }
        let isOperator = request.publisher == nil && request.asPublisher != true
        return ListAnnouncements.Reply(
            announcements: found.map { $0.shown(isOperator: isOperator) }, hasMore: hasMore)
    }
}
