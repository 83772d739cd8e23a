import Models

struct RemovePushTokensHandler: Sendable {
    let service: PushContext

    func handle(_ request: RemovePushTokens, _ context: MessageContext) async throws -> RemovePushTokens.Reply {
        RemovePushTokens.Reply(
            count: try await service.store.remove(request.which, of: request.account, at: service.clock.now()))
    }
}
