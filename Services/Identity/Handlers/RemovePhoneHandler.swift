import Models

struct RemovePhoneHandler: Sendable {
    let service: IdentityContext

    func handle(_ request: RemovePhone, _ context: MessageContext) async throws -> AccountProfile {
        try await service.metrics.measure(RemovePhone.self) {
            let profile = try await service.store.removePhone(request.account, at: service.now)
            service.record(.phoneRemoved, request.account, context)
            return profile
        }
    }
}
