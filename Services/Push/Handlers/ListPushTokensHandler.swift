// Answers ListPushTokens: on which push devices is a person reached?

import Models

/// Answers `ListPushTokens`, without waiting: one look at the database.
struct ListPushTokensHandler: Sendable {
    let service: PushContext

    func handle(_ request: ListPushTokens, _ context: MessageContext) throws -> ListPushTokens.Reply {
        ListPushTokens.Reply(tokens: try service.store.tokens(of: request.account))
    }
}
