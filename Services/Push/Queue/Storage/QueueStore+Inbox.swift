import Models
import Storage

extension QueueStore {
    func inbox(_ request: ListInbox) async throws(PushStoreError) -> InboxPage {
        try await read { connection in
            let recipients = RecipientTable(connection: connection)
            guard let recipient = try recipients.number(of: request.account.text) else { return .empty }
            let inbox = InboxTable(connection: connection)
            var number = Int64.max
            if let before = request.before {
                guard let found = try inbox.number(of: recipient, before) else {
                    throw Refusal.unknownEntry
                }
                number = found
            }
            var entries = try inbox.entries(
                of: recipient, before: number, unreadOnly: request.unreadOnly,
                withNotifications: request.withNotifications == true, offset: request.offset ?? 0,
                limit: request.limit + 1)
            let hasMore = entries.count > request.limit
            if hasMore { entries.removeLast() }
            return InboxPage(
                entries: entries, unread: try inbox.unread(of: recipient), total: try inbox.total(of: recipient),
                hasMore: hasMore, isInUse: try recipients.usesInbox(recipient))
        }
    }

    func unread(of account: AccountID) async throws(PushStoreError) -> Int {
        try await read { connection in
            guard let recipient = try RecipientTable(connection: connection).number(of: account.text) else { return 0 }
            return try InboxTable(connection: connection).unread(of: recipient)
        }
    }

    /// From now on, pushes to the account carry its unread count as badge.
    func useInbox(of account: AccountID) async throws(PushStoreError) {
        try await write { connection in
            let recipients = RecipientTable(connection: connection)
            guard let recipient = try recipients.number(of: account.text) else { return }
            try recipients.useInbox(recipient)
            try InboxTable(connection: connection).cut(recipient, to: Retention.inbox)
        }
    }

    /// All for nil; returns the number of unread ones. From now on the badge is the unread count.
    func markRead(
        _ entries: [InboxEntryID]?, of account: AccountID, at now: UnixTime
    ) async throws(PushStoreError) -> Int {
        try await write { connection in
            let recipients = RecipientTable(connection: connection)
            guard let recipient = try recipients.number(of: account.text) else { return 0 }
            try recipients.useInbox(recipient)
            let inbox = InboxTable(connection: connection)
            if let entries {
                for entry in entries {
                    if let number = try inbox.number(of: recipient, entry) { try inbox.markRead(number, at: now) }
                }
            } else {
                try inbox.markAllRead(of: recipient, at: now)
            }
            return try inbox.unread(of: recipient)
        }
    }

    /// Of a notification, with the figures of its recipient; nil without either.
    func entry(
        of recipient: Int64, _ notification: Int64
    ) async throws(PushStoreError) -> (figures: ResolvedRecipient?, deliveries: [DeliveryRecord])? {
        try await read { connection in
            let figures = try InboxTable(connection: connection).figures(of: recipient, notification)
            let deliveries = try DeliveryTable(connection: connection).records(of: recipient, notification)
            return figures == nil && deliveries.isEmpty ? nil : (figures, deliveries)
        }
    }
}
