// Answers GetSecondStep: a person looks at the second step of their sign-in.

import Models

/// Answers `GetSecondStep`.
struct GetSecondStepHandler: Sendable {
    let service: IdentityContext

    func handle(_ request: GetSecondStep, _ context: MessageContext) async throws -> SecondStepStatus {
        try await service.metrics.measure(GetSecondStep.self) {
            try await service.store.getSecondStep(request.account)
        }
    }
}
