import Models

/// Answers `TellOfSignIn`. The notice uses the same queue as other pushes.
struct TellOfSignInHandler: Sendable {
    let service: PushContext

    func handle(_ request: TellOfSignIn, _ context: MessageContext) async throws -> Done {
        guard let id = SignInContent.id(of: request.session, of: request.account) else {
            throw ServiceError(.internalFailure, "no id could be made for the notice")
        }
        let content = SignInContent.content(
            client: request.client?.value, at: request.at, locale: request.locale, fallback: service.texts.fallback)
        let isQueued = try await service.store.tellOfSignIn(
            content, as: id, to: request.account, except: request.session, at: service.clock.now())
        if isQueued { service.deliver() }
        return Done()
    }
}
