// Answers JudgeAPIKey: what is a key worth whose operator has shown a passkey?

import Models

/// Answers `JudgeAPIKey`.
struct JudgeAPIKeyHandler: Sendable {
    let service: SessionContext

    func handle(_ request: JudgeAPIKey, _ context: MessageContext) async throws -> Principal {
        try await service.key(shownBy: request.secret).principal
    }
}
