import Models

struct MarkReadHandler: Sendable {
    let service: PushContext

    func handle(_ request: MarkRead, _ context: MessageContext) async throws -> MarkRead.Reply {
        guard request.entries?.count ?? 0 <= Retention.inbox else {
            throw ServiceError(.invalidRequest, "at most \(Retention.inbox) entries can be marked at a time")
        }
        return MarkRead.Reply(
            unread: try await service.store.markRead(request.entries, of: request.account, at: service.clock.now()))
    }
}
