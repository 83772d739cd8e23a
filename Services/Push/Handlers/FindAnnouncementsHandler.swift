import Models

struct FindAnnouncementsHandler: Sendable {
    let service: PushContext

    func handle(_ request: FindAnnouncements, _ context: MessageContext) async throws -> FindAnnouncements.Reply {
        guard FindAnnouncements.limits.contains(request.limit) else {
            throw ServiceError(.invalidRequest, "limit must be a whole number from 1 to 500")
        }
        // Lists show the same texts as the pushes.
        return FindAnnouncements.Reply(
            found: try await service.store.find(request, at: service.clock.now()) {
                service.opened($0, for: request.language)
            })
    }
}
