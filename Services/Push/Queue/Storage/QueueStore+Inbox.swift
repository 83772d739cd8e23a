import Models
import Storage

extension QueueStore {
    func inbox(_ request: ListInbox) async throws(PushStoreError) -> InboxPage {
        try await read { connection in
            guard let recipient = try connection.recipients.number(of: request.account.text) else { return .empty }
            let inbox = connection.inbox
            var number = Int64.max
            if let before = request.before {
                guard let found = try inbox.number(of: recipient, before) else { throw Refusal.unknownEntry }
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
                hasMore: hasMore, isInUse: try connection.recipients.usesInbox(recipient))
        }
    }

    func unread(of account: AccountID) async throws(PushStoreError) -> Int {
        try await read { connection in
            guard let recipient = try connection.recipients.number(of: account.text) else { return 0 }
            return try connection.inbox.unread(of: recipient)
        }
    }

    /// From now on, pushes to the account carry its unread count as badge.
    func useInbox(of account: AccountID) async throws(PushStoreError) {
        try await write { connection in
            guard let recipient = try connection.recipients.number(of: account.text) else { return }
            try connection.recipients.useInbox(recipient)
            try connection.inbox.cut(recipient, to: Retention.inbox)
        }
    }

    /// All for nil; returns the number of unread ones. From now on the badge is the unread count.
    func markRead(
        _ entries: [InboxEntryID]?, of account: AccountID, at now: UnixTime
    ) async throws(PushStoreError) -> Int {
        try await write { connection in
            guard let recipient = try connection.recipients.number(of: account.text) else { return 0 }
            try connection.recipients.useInbox(recipient)
            let inbox = connection.inbox
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
            let figures = try connection.inbox.figures(of: recipient, notification)
            let deliveries = try connection.deliveries.records(of: recipient, notification)
            return figures == nil && deliveries.isEmpty ? nil : (figures, deliveries)
        }
    }
}
