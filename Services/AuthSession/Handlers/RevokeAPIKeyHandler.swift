// Answers RevokeAPIKey: an operator revokes an API key.

import Models

/// Answers `RevokeAPIKey`.
struct RevokeAPIKeyHandler: Sendable {
    let service: SessionContext

    func handle(_ request: RevokeAPIKey, _ context: MessageContext) async throws -> Done {
        let now = service.clock.now()
        let revocation = try await service.store.revokeAPIKey(request.id, at: now)
        switch revocation {
        case .revoked: service.log.revokedAPIKey(request.id, context)
        case .revokedBefore: break
        case .unknown: throw ServiceError(.notFound, "there is no such API key")
        }
        return Done()
    }
}
