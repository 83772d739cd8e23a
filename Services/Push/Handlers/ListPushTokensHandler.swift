// Answers ListPushTokens: on which handsets is a person reached?

import Models

/// Answers `ListPushTokens`, without waiting: one look at the database.
struct ListPushTokensHandler: Sendable {
    let desk: PushDesk

    func handle(_ request: ListPushTokens, _ context: MessageContext) throws -> ListPushTokens.Reply {
        do throws(PushStoreError) {
            return ListPushTokens.Reply(tokens: try desk.store.tokens(of: request.account))
        } catch {
            throw desk.answer(to: error, context)
        }
    }
}
