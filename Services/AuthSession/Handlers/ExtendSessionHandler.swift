import Models

struct ExtendSessionHandler: Sendable {
    let service: SessionContext

    func handle(_ request: ExtendSession, _ context: MessageContext) async throws -> SessionSummary {
        let now = service.clock.now()
        let session = try await service.store.extendSession(request.session, of: request.account, at: now)
        guard let session else { throw ServiceError.noSuchSession }
        return session
    }
}
