import Models

struct RemoveAPIKeyPasskeyHandler: Sendable {
    let service: SessionContext

    func handle(_ request: RemoveAPIKeyPasskey, _ context: MessageContext) async throws -> RemoveAPIKeyPasskey.Reply {
        guard let key = try await service.store.removeAPIKeyPasskey(request.passkey, of: request.key) else {
            throw ServiceError(.notFound, "this passkey does not exist")
        }
        service.log.removedPasskey(of: key, context)
        return RemoveAPIKeyPasskey.Reply(key: key)
    }
}
