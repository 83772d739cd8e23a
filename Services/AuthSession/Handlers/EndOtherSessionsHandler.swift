import Models

struct EndOtherSessionsHandler: Sendable {
    let service: SessionContext

    func handle(_ request: EndOtherSessions, _ context: MessageContext) async throws -> EndOtherSessions.Reply {
        let now = service.clock.now()
        let ended = try await service.store.endOtherSessions(of: request.account, but: request.kept, at: now)
        service.notify(ended, context)
        // The number that the list of sessions showed.
        return EndOtherSessions.Reply(count: ended.count { $0.reason != .expired })
    }
}
