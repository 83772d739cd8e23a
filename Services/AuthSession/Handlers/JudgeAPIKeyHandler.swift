// Answers JudgeAPIKey: what is a key worth whose operator has shown a passkey?

import Models

/// Answers `JudgeAPIKey`.
struct JudgeAPIKeyHandler: Sendable {
    let service: SessionContext

    nonisolated(nonsending) func handle(_ request: JudgeAPIKey, _ context: MessageContext) async throws -> Principal {
        guard let key = try await service.store.findAPIKey(request.id) else {
            throw ServiceError.keyIsOver(.invalidToken)
        }
        if let refusal = key.refusal(at: service.clock.now()) { throw ServiceError.keyIsOver(refusal) }
        return key.principal
    }
}
