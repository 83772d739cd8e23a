import Models

struct ListPasskeysHandler: Sendable {
    let service: IdentityContext

    func handle(_ request: ListPasskeys, _ context: MessageContext) async throws -> [Passkey] {
        try await service.metrics.measure(ListPasskeys.self) {
            try await service.store.listPasskeys(request.account)
        }
    }
}
