import Models

struct ListPushTokensHandler: Sendable {
    let service: PushContext

    func handle(
        _ request: ListPushTokens, _ context: MessageContext
    ) async throws -> ListPushTokens.Reply {
        ListPushTokens.Reply(
            tokens: try await service.store.tokens(
                of: request.account, withFailures: request.withFailures ?? false))
    }
}
