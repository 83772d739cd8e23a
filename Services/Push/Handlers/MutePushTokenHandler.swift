import Models

struct MutePushTokenHandler: Sendable {
    let service: PushContext

    func handle(_ request: MutePushToken, _ context: MessageContext) async throws -> PushToken {
        let token = try await service.store.mute(request.token, of: request.account, request.isMuted)
        guard let token else { throw ServiceError(.notFound, "the account has no push token with this id") }
        return token
    }
}
