// Answers ListPushTokens: on which push devices is a person reached?

import Models

/// Answers `ListPushTokens`: one look at the database.
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
