import Models

struct GetProfileHandler: Sendable {
    let service: IdentityContext

    func handle(_ request: GetProfile, _ context: MessageContext) async throws -> AccountProfile {
        try await service.store.getProfile(request.account)
    }
}
