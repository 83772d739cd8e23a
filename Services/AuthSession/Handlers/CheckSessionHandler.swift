import Models

struct CheckSessionHandler: Sendable {
    let service: SessionContext

    nonisolated(nonsending) func handle(
        _ request: CheckSession, _ context: MessageContext
    ) async throws -> CheckSession.Reply {
        // The account may have been disabled or signed out everywhere a moment ago.
        try await service.accounts.catchUp()
        let isLiving = try await service.store.isLiving(
            request.session, of: request.account, at: service.clock.now())
        return CheckSession.Reply(isLiving: isLiving)
    }
}
