import Models

struct CountUnreadHandler: Sendable {
    let service: PushContext

    func handle(
        _ request: CountUnread, _ context: MessageContext
    ) async throws -> CountUnread.Reply {
        CountUnread.Reply(unread: try await service.store.unread(of: request.account))
    }
}
