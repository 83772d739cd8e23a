import Models

struct JudgeAPIKeyHandler: Sendable {
    let service: SessionContext

    func handle(_ request: JudgeAPIKey, _ context: MessageContext) async throws -> Principal {
        try await service.key(shownBy: request.secret).principal
    }
}
