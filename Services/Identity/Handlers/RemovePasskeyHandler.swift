import Models

struct RemovePasskeyHandler: Sendable {
    let service: IdentityContext

    func handle(_ request: RemovePasskey, _ context: MessageContext) async throws -> Done {
        try await service.metrics.measure(RemovePasskey.self) {
            try await service.store.removePasskey(request.passkey, of: request.account)
            service.record(.passkeyRemoved, request.account, context)
            return Done()
        }
    }
}
