import Models

struct EndSessionHandler: Sendable {
    let service: SessionContext

    func handle(_ request: EndSession, _ context: MessageContext) async throws -> Done {
        let now = service.clock.now()
        let ending = try await service.store.endSession(request.session, of: request.account, at: now)
        switch ending {
        case .ended(let session): service.notify([session], context)
        case .endedBefore: break
        case .unknown: throw ServiceError(.notFound, "the account has no such session")
        }
        return Done()
    }
}
