// Answers RemovePushTokens: a handset is to be reached no more.

import Models

/// Answers `RemovePushTokens`.
struct RemovePushTokensHandler: Sendable {
    let desk: PushDesk

    func handle(
        _ request: RemovePushTokens, _ context: MessageContext
    ) async throws -> RemovePushTokens.Reply {
        do throws(PushStoreError) {
            return RemovePushTokens.Reply(
                count: try await desk.store.remove(request.which, of: request.account, at: desk.clock.now()))
        } catch {
            throw desk.answer(to: error, context)
        }
    }
}
