import Models

struct RenamePasskeyHandler: Sendable {
    let service: IdentityContext

    func handle(_ request: RenamePasskey, _ context: MessageContext) async throws -> Passkey {
        try await service.metrics.measure(RenamePasskey.self) {
            try await service.store.renamePasskey(
                request.passkey, of: request.account, to: try PasskeyName.checked(request.name))
        }
    }
}
