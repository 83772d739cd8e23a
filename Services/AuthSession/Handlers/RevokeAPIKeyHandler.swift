import MessageBus
import Models

struct RevokeAPIKeyHandler: Sendable {
    let service: SessionContext

    func handle(_ request: RevokeAPIKey, _ context: MessageContext) async throws -> Done {
        let now = service.clock.now()
        let revocation = try await service.store.revokeAPIKey(request.id, at: now)
        switch revocation {
        case .revoked: service.log.revokedAPIKey(request.id, context)
        case .revokedBefore: break
        case .unknown: throw ServiceError(.notFound, "this API key does not exist")
        }
        try await endWebhook(ofLast: request.id, at: now, context)
        return Done()
    }

    /// Deletes the webhook of a publisher without a valid key. A failure is in the answer, and revoking the key again
    /// finishes the work.
    private func endWebhook(ofLast id: APIKeyID, at now: UnixTime, _ context: MessageContext) async throws {
        let keys = try await service.store.listAPIKeys()
        guard let publisher = keys.first(where: { $0.id == id })?.publishing,
            keys.allSatisfy({ $0.id == id || $0.publishing != publisher || !$0.counts(at: now) })
        else { return }
        do throws(BusError) {
            _ = try await service.client.send(RemoveWebhook(publisher: publisher), context)
        } catch {
            // The publisher has no webhook.
            guard case .refused(let refusal) = error, refusal.code == .notFound else { throw error }
        }
    }
}
