import Models

extension PushContext {
    func listInbox(_ request: ListInbox, _ context: MessageContext) async throws -> ListInbox.Reply {
        guard ListInbox.limits.contains(request.limit), request.offset ?? 0 >= 0 else {
            throw ServiceError.invalid(
                "limit must be a whole number from 1 to 100, and offset a whole number of at least 0")
        }
        let page = try await deliveries.inbox(request)
        if request.isLook != true, !page.isInUse || page.total > Retention.inbox {
            try await deliveries.useInbox(of: request.account)
        }
        return ListInbox.Reply(
            entries: page.entries.map { shown($0, for: request.language) }, unread: page.unread, total: page.total,
            hasMore: page.hasMore)
    }

    private func shown(_ entry: KeptInboxEntry, for language: String?) -> InboxEntry {
        guard let announcement = entry.announcement else {
            let text = entry.content.map { NotificationReading.text(of: $0, for: language) }
            return InboxEntry(
                id: entry.id, type: nil, subject: .text(entry.id.text), title: text?.title ?? entry.title ?? "",
                body: text?.body ?? entry.body ?? "", at: entry.at, readAt: entry.readAt, kind: entry.kind,
                link: entry.content?.link)
        }
        let text = texts.filled(announcement, for: language)
        return InboxEntry(
            id: entry.id, type: announcement.type, subject: announcement.subject, title: text.title ?? "",
            body: text.body ?? "", at: entry.at, readAt: entry.readAt)
    }

    func countUnread(_ request: CountUnread, _ context: MessageContext) async throws -> CountUnread.Reply {
        CountUnread.Reply(unread: try await deliveries.unread(of: request.account))
    }

    func markRead(_ request: MarkRead, _ context: MessageContext) async throws -> MarkRead.Reply {
        guard request.entries?.count ?? 0 <= Retention.inbox else {
            throw ServiceError.invalid("at most \(Retention.inbox) entries can be marked at a time")
        }
        return MarkRead.Reply(
            unread: try await deliveries.markRead(request.entries, of: request.account, at: clock.now()))
    }
}
