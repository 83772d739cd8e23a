// Answers RemovePushTokens: a handset is to be reached no more.

import Models

/// Answers `RemovePushTokens`.
struct RemovePushTokensHandler: Sendable {
    let desk: PushDesk

    func handle(
        _ request: RemovePushTokens, _ context: MessageContext
    ) async throws -> RemovePushTokens.Reply {
        do throws(PushStoreError) {
            let outcome = try await desk.store.remove(request.which, of: request.account, at: desk.clock.now())
            return RemovePushTokens.Reply(count: outcome.removed)
        } catch {
            throw desk.answer(to: error, context)
        }
    }
}
