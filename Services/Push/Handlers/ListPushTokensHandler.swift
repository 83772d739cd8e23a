// Answers ListPushTokens: on which push devices is a person reached?

import Models

/// Answers `ListPushTokens`, without waiting: one look at the database.
struct ListPushTokensHandler: Sendable {
    let service: PushContext

    func handle(_ request: ListPushTokens, _ context: MessageContext) throws -> ListPushTokens.Reply {
        do throws(PushStoreError) {
            return ListPushTokens.Reply(tokens: try service.store.tokens(of: request.account))
        } catch {
            throw service.answer(to: error, context)
        }
    }
}
