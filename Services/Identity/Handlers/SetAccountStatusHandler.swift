import Models

struct SetAccountStatusHandler: Sendable {
    let service: IdentityContext

    func handle(_ request: SetAccountStatus, _ context: MessageContext) async throws -> Done {
        try await service.metrics.measure(SetAccountStatus.self) {
            try await service.store.setAccountStatus(request.account, request.status, at: service.now)
            service.record(request.status == .active ? .accountEnabled : .accountDisabled, request.account, context)
            return Done()
        }
    }
}
