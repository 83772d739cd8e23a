import BaliseAPI
import Models

func markRead(_ call: APICall, _ caller: Caller) async throws(EdgeError) -> Answer {
    guard let entry = InboxEntryID(try call.parameter()) else { throw EdgeError(.notFound, "") }
    return try await mark([entry], "It is marked as read.", call, caller)
}

func markAllRead(_ call: APICall, _ caller: Caller) async throws(EdgeError) -> Answer {
    try await mark(nil, "All is marked as read.", call, caller)
}

private func mark(
    _ entries: [InboxEntryID]?, _ text: String, _ call: APICall, _ caller: Caller
) async throws(EdgeError) -> Answer {
    let reply = try await call.send(MarkRead(account: caller.account, entries: entries))
    return .body(MarkReadResponse(message: text, unreadCount: reply.unread))
}
