// Answers ConfirmErasures: a service reports what it has erased.

import Models

/// Answers `ConfirmErasures`. Most reports find nothing to confirm, and then nothing is written.
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
