// Answers EndOtherSessions: a person signs out everywhere else.

import Models

/// Answers `EndOtherSessions`.
struct EndOtherSessionsHandler: Sendable {
    let desk: SessionDesk

    func handle(_ request: EndOtherSessions, _ context: MessageContext) async throws -> EndOtherSessions.Reply {
        let now = desk.clock.now()
        let ended = try await desk.ask(context) { store throws(SessionStoreError) in
            try await store.endOthers(of: request.account, but: request.kept, at: now)
        }
        desk.tell(ended, context)
        return EndOtherSessions.Reply(count: ended.count)
    }
}
