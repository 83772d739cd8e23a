// Answers ListSessions: where is a person signed in?

import Models

/// Answers `ListSessions`.
struct ListSessionsHandler: Sendable {
    let desk: SessionDesk

    func handle(_ request: ListSessions, _ context: MessageContext) throws -> [SessionSummary] {
        try desk.askNow(context) { store throws(SessionStoreError) in
            try store.list(of: request.account, at: desk.clock.now())
        }
    }
}
