import Models

struct GetSecondStepHandler: Sendable {
    let service: IdentityContext

    func handle(_ request: GetSecondStep, _ context: MessageContext) async throws -> SecondStepStatus {
        try await service.metrics.measure(GetSecondStep.self) {
            try await service.store.getSecondStep(request.account)
        }
    }
}
