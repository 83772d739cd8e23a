import BaliseAPI
import Models

/// The latest first. `cursor` is the `nextCursor` of the previous page; `offset` skips that many entries.
func listInbox(_ call: APICall, _ caller: Caller) async throws(EdgeError) -> Answer {
    let query = Query(call.request.query)
    var before: InboxEntryID?
    if let cursor = query.text("cursor") {
        guard let id = InboxEntryID(cursor) else {
            throw .invalid("The parameter cursor must be the nextCursor of another page.", field: "cursor")
        }
        before = id
    }
    let offset = try query.integer("offset", in: 0...1_000_000) ?? 0
    let limit = try query.integer("limit", in: ListInbox.limits) ?? 20
    let unreadOnly = try query.flag("unreadOnly") ?? false
    let reply = try await call.send(
        ListInbox(
            account: caller.account, before: before, limit: limit, unreadOnly: unreadOnly,
            offset: offset > 0 ? offset : nil, language: call.languages, withNotifications: true))
    let pagination = BaliseInboxPagination(
        total: unreadOnly ? reply.unread : reply.total, offset: offset, limit: limit, hasMore: reply.hasMore,
        nextCursor: reply.hasMore ? reply.entries.last?.id.text : nil)
    return .body(
        BaliseInboxPage(
            entries: reply.entries.map { BaliseInboxEntry($0, of: caller.account) }, pagination: pagination,
            unreadCount: reply.unread))
}
