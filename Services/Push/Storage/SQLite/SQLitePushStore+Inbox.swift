// What people were told, and how long it is kept.

import Models
import Storage

extension SQLitePushStore {
    func inbox(_ request: ListInbox) throws(PushStoreError) -> InboxPage {
        try read { connection in
            let recipients = RecipientTable(connection: connection)
            guard let recipient = try recipients.number(of: request.account.text) else { return .empty }
            let told = ToldTable(connection: connection)
            var number = Int64.max
            if let before = request.before {
                guard let found = try told.number(of: recipient, before) else {
                    throw PushStoreError.unknownEntry
                }
                number = found
            }
            var entries = try told.entries(
                of: recipient, before: number, unreadOnly: request.unreadOnly, offset: request.offset ?? 0,
                limit: request.limit + 1)
            let hasMore = entries.count > request.limit
            if hasMore { entries.removeLast() }
            return InboxPage(
                entries: entries, unread: try told.unread(of: recipient), total: try told.total(of: recipient),
                hasMore: hasMore, isInUse: try recipients.usesInbox(recipient))
        }
    }

    func unread(of account: AccountID) throws(PushStoreError) -> Int {
        try read { connection in
            guard let recipient = try RecipientTable(connection: connection).number(of: account.text) else { return 0 }
            return try ToldTable(connection: connection).unread(of: recipient)
        }
    }

    func useInbox(of account: AccountID) async throws(PushStoreError) {
        try await write { connection in
            let recipients = RecipientTable(connection: connection)
            guard let recipient = try recipients.number(of: account.text) else { return }
            try recipients.useInbox(recipient)
            try ToldTable(connection: connection).cut(recipient, to: Retention.inbox)
        }
    }

    func markRead(
        _ entries: [InboxEntryID]?, of account: AccountID, at now: UnixTime
    ) async throws(PushStoreError) -> Int {
        try await write { connection in
            let recipients = RecipientTable(connection: connection)
            guard let recipient = try recipients.number(of: account.text) else { return 0 }
            try recipients.useInbox(recipient)
            let told = ToldTable(connection: connection)
            if let entries {
                for entry in entries {
                    if let number = try told.number(of: recipient, entry) { try told.markRead(number, at: now) }
                }
            } else {
                try told.markAllRead(of: recipient, at: now)
            }
            return try told.unread(of: recipient)
        }
    }

    func forget(_ ages: Retention, limit: Int, at now: UnixTime) async throws(PushStoreError) -> Bool {
        try await write { connection in
            try IdempotencyTable(connection: connection).delete(before: now.adding(seconds: -ages.keys))
            try EndedSessionTable(connection: connection).delete(before: now.adding(seconds: -ages.endedSessions))
            let told = now.adding(seconds: -ages.told)
            try TokenTable(connection: connection).deleteFormer(before: told)
            try AnnouncementTable(connection: connection).endPresence(at: now, limit: limit)
            try ProbeTable(connection: connection).delete(before: now.adding(seconds: -CountRules.day))
            try InquiryTable(connection: connection).delete(before: told)
            let old = OldRows(connection: connection)
            let deliveries = try old.deleteDeliveries(before: told, limit: limit)
            let entries = try old.deleteTold(before: told, limit: limit)
            try old.deleteTests(before: now.adding(seconds: -ages.tests), limit: limit)
            return deliveries == limit || entries == limit
        }
    }
}
