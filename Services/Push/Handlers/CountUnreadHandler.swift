// Answers CountUnread: how much has a person not read yet?

import Models

/// Answers `CountUnread`, without waiting: one look at the database.
struct CountUnreadHandler: Sendable {
    let service: PushContext

    func handle(_ request: CountUnread, _ context: MessageContext) throws -> CountUnread.Reply {
        CountUnread.Reply(unread: try service.store.unread(of: request.account))
    }
}
