import Models

struct FindAccountHandler: Sendable {
    let service: IdentityContext

    func handle(_ request: FindAccount, _ context: MessageContext) async throws -> AccountProfile {
        let text = request.login.value
        return try await service.store.findAccount(
            request.by == .name ? nil : AccountID(text), request.by == .id ? nil : LoginKey(text))
    }
}
