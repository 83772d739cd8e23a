import Models

struct CreateAPIKeyHandler: Sendable {
    let service: SessionContext

    func handle(_ request: CreateAPIKey, _ context: MessageContext) async throws -> CreateAPIKey.Reply {
        let now = service.clock.now()
        let name = try APIKeyRules.name(of: request, at: now)
        let secret = OpaqueSecret.apiKey.text(service.random(OpaqueSecret.length))
        let id = try APIKeyID(random: service.random(12))
        guard let hash = OpaqueSecret.apiKey.hash(secret) else { throw ServiceError(.internalFailure, "no key") }
        let key = APIKeySummary(
            id: id, name: name, scopes: APIKeyRules.scopes(request.scopes), createdAt: now,
            expiresAt: request.expiresAt, publisher: request.publisher, limits: try APIKeyRules.limits(of: request))
        guard try await service.store.createAPIKey(key, hash: hash, maximum: APIKeyRules.maximum) else {
            throw ServiceError(
                .conflict,
                """
                there are already \(APIKeyRules.maximum) API keys, the maximum: revoke some; a revoked key still counts \
                for \(APIKeyRules.daysKeptAfterEnd) days
                """)
        }
        service.log.madeAPIKey(key, context)
        return CreateAPIKey.Reply(key: key, secret: secret)
    }
}
