// Answers CountUnread: how much has a person not read yet?

import Models

/// Answers `CountUnread`: one look at the database.
struct CountUnreadHandler: Sendable {
    let service: PushContext

    func handle(
        _ request: CountUnread, _ context: MessageContext
    ) async throws -> CountUnread.Reply {
        CountUnread.Reply(unread: try await service.store.unread(of: request.account))
    }
}
