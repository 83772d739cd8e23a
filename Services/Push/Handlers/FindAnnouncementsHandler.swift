// Answers FindAnnouncements: an app looks for what is announced now.

import Models

/// Answers `FindAnnouncements`.
struct FindAnnouncementsHandler: Sendable {
    let service: PushContext

    func handle(_ request: FindAnnouncements, _ context: MessageContext) async throws -> FindAnnouncements.Reply {
        guard FindAnnouncements.limits.contains(request.limit) else {
            throw ServiceError(.invalidRequest, "limit must be a whole number from 1 to 500")
        }
        // A list says what the pushes said.
        return FindAnnouncements.Reply(
            found: try await service.store.find(request, at: service.clock.now()) {
                service.opened($0, for: request.language)
            })
    }
}
