import Models

/// Usually there is nothing to confirm, and then it writes nothing.
struct ConfirmErasuresHandler: Sendable {
    let service: IdentityContext

    func handle(_ request: ConfirmErasures, _ context: MessageContext) async throws -> Done {
        try await service.metrics.measure(ConfirmErasures.self) {
            if try await service.store.hasPendingErasures(request.reporter) {
                try await service.store.confirmErasures(request, at: service.now)
            }
            return Done()
        }
    }
}
