import MessageBus
import Models

extension SessionContext {
    func createAPIKey(_ request: CreateAPIKey, _ context: MessageContext) async throws -> CreateAPIKey.Reply {
        let now = clock.now()
        var wrong = WrongMembers()
        let name =
            try wrong.check { () throws(ServiceError) in try APIKeyRules.name(of: request, at: now) } ?? request.name
        let limits: PublishingLimits? =
            try wrong.check { () throws(ServiceError) in try APIKeyRules.limits(of: request) } ?? nil
        try wrong.finish()
        let secret = OpaqueSecret.apiKey.text(random(OpaqueSecret.length))
        let id = try APIKeyID(random: random(12))
        guard let hash = OpaqueSecret.apiKey.hash(secret) else { throw ServiceError(.internalFailure, "no key") }
        let key = APIKeySummary(
            id: id, name: name, scopes: APIKeyRules.scopes(request.scopes), createdAt: now,
            expiresAt: request.expiresAt, publisher: request.publisher, limits: limits)
        guard try await store.createAPIKey(key, hash: hash, maximum: APIKeyRules.maximum) else {
            throw ServiceError(
                .conflict,
                """
                there are already \(APIKeyRules.maximum) API keys, the maximum: revoke some; a revoked key still counts \
                for \(APIKeyRules.daysKeptAfterEnd) days
                """)
        }
        log.madeAPIKey(key, context)
        return CreateAPIKey.Reply(key: key, secret: secret)
    }

    func listAPIKeys(_ request: ListAPIKeys, _ context: MessageContext) async throws -> [APIKeySummary] {
        try await store.listAPIKeys()
    }

    func judgeAPIKey(_ request: JudgeAPIKey, _ context: MessageContext) async throws -> Principal {
        try await key(shownBy: request.secret).principal
    }

    func revokeAPIKey(_ request: RevokeAPIKey, _ context: MessageContext) async throws -> Done {
        let now = clock.now()
        let revocation = try await store.revokeAPIKey(request.id, at: now)
        switch revocation {
        case .revoked: log.revokedAPIKey(request.id, context)
        case .revokedBefore: break
        case .unknown: throw ServiceError(.notFound, "this API key does not exist")
        }
        try await endWebhook(ofLast: request.id, at: now, context)
        return Done()
    }

    /// Deletes the webhook of the key's publisher if the publisher has no other valid key. A failure is reported; a
    /// second revocation finishes it.
    private func endWebhook(ofLast id: APIKeyID, at now: UnixTime, _ context: MessageContext) async throws {
        let keys = try await store.listAPIKeys()
        guard let publisher = keys.first(where: { $0.id == id })?.publishing,
            keys.allSatisfy({ $0.id == id || $0.publishing != publisher || !$0.counts(at: now) })
        else { return }
        do throws(BusError) {
            _ = try await client.send(RemoveWebhook(publisher: publisher), context)
        } catch {
            // `notFound` means that the publisher has no webhook, so nothing is left to do.
            guard case .refused(let refusal) = error, refusal.code == .notFound else { throw error }
        }
    }
}
