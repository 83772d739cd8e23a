import Models

struct FindErasureHandler: Sendable {
    let service: IdentityContext

    func handle(_ request: FindErasure, _ context: MessageContext) async throws -> Erasure {
        try await service.metrics.measure(FindErasure.self) {
            try await service.store.findErasure(request.id, request.secret)
        }
    }
}
