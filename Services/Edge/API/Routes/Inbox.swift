import BaliseAPI
import BaliseJSON
import Models

/// Lists the entries, the latest first. `cursor` is the `nextCursor` of the previous page; `offset` skips entries.
func listInbox(_ call: APICall, _ caller: Caller) async throws(EdgeError) -> Answer {
    var query = Query(call.request.query)
    let before: InboxEntryID? = query.cursor { InboxEntryID($0) }
    let offset = query.integer("offset", in: 0...1_000_000) ?? 0
    let limit = query.integer("limit", in: ListInbox.limits) ?? 20
    let unreadOnly = query.flag("unreadOnly") ?? false
    try query.finish()
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

func countUnread(_ call: APICall, _ caller: Caller) async throws(EdgeError) -> Answer {
    let reply = try await call.send(CountUnread(account: caller.account))
    return .body(UnreadCountResponse(count: reply.unread))
}

/// Lists the inquiries about the user, the latest first.
func listInquiries(_ call: APICall, _ caller: Caller) async throws(EdgeError) -> Answer {
    let reply = try await call.send(ListInquiries(account: caller.account))
    return .enveloped(
        InquiryList(
            inquiries: reply.inquiries.map {
                InquiryList.Inquiry(at: $0.at.date, askedBy: $0.askedBy, announcement: $0.notification.text)
            }))
}

/// Records interactions. The answer does not reveal which interactions count. An interaction without `at` happened now.
func recordInteractions(_ call: APICall, _ caller: Caller) async throws(EdgeError) -> Answer {
    let json = try call.json()
    let counts = RecordInteractionsRequest.counts
    guard counts.contains(try RecordInteractionsRequest(readFrom: json).interactions.count) else {
        throw .invalid(
            "interactions must have \(counts.lowerBound) to \(counts.upperBound) elements.", field: "interactions")
    }
    let now = call.clock.now()
    var interactions: [NotificationInteraction] = []
    // The elements are read one by one, because reading the whole body would not check their limits.
    for element in json.member("interactions")?.elements.map({ Array($0) }) ?? [] {
        let interaction = try BaliseInteraction(readFrom: element)
        // No notification has an invalid id, so this interaction is ignored.
        guard let notification = NotificationID(interaction.notificationId) else { continue }
        interactions.append(
            NotificationInteraction(
                notification: notification, action: interaction.action,
                at: interaction.at.map(UnixTime.init(nearestTo:)) ?? now, link: interaction.link))
    }
    if !interactions.isEmpty {
        _ = try await call.send(RecordInteractions(account: caller.account, interactions: interactions))
    }
    return .done("It is noted.")
}

func markRead(_ call: APICall, _ caller: Caller) async throws(EdgeError) -> Answer {
    try await mark([try call.id()], "It is marked as read.", call, caller)
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

extension BaliseInboxEntry {
    init(_ entry: InboxEntry, of account: AccountID) {
        self.init(
            id: entry.id.text, userId: account.text,
            // Notifications have no announcement type, but the app's inbox requires a type.
            type: entry.type ?? AnnouncementType(rawValue: "NOTIFICATION"), title: entry.title, content: entry.body,
            screen: entry.type.map { "\($0.rawValue.lowercased())_detail" } ?? "notification",
            entityId: entry.subject.description, readAt: entry.readAt?.date,
            createdAt: entry.at.date, kind: entry.kind, link: entry.link)
    }
}
