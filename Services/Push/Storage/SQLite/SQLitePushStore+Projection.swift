// The feeds that push follows, taken over into its tables.

import MessageBus
import Models
import Storage

extension SQLitePushStore {
    func cursor(of feed: FeedName) throws(PushStoreError) -> FeedCursor? {
        try read { try FeedCursorTable.read(feed, in: $0) }
    }

    func takeAccounts(_ page: FeedPage, at now: UnixTime) async throws(PushStoreError) {
        try await change { connection, changes in
            let recipients = RecipientTable(connection: connection)
            var number: Int64?
            try PushSchema.holdings.apply(page, at: now, in: connection) { bytes in
                let account = try CBORDecoder().decode(AccountChange.self, from: bytes)
                number = account.number
                return account
            } isClosed: { account, isClosed in
                try recipients.setClosed(account, isClosed, number: number)
                if let id = AccountID(account) {
                    changes.append(AudienceChange(account: id, news: .status(isClosed ? .disabled : .active)))
                }
            } erase: { account in
                try erase(account, at: now, connection)
                if let id = AccountID(account) { changes.append(AudienceChange(account: id, news: .erased)) }
            }
        }
    }

    /// Deletes all that is kept of an account. The books go on counting what was decided for it.
    private func erase(_ account: String, at now: UnixTime, _ connection: Connection) throws(StorageError) {
        let recipients = RecipientTable(connection: connection)
        guard let recipient = try recipients.number(of: account) else { return }
        let deliveries = DeliveryTable(connection: connection)
        var books = BooksChanges()
        try deliveries.end(
            try deliveries.open(of: recipient), as: .suppressed, reason: SuppressionReason.accountClosed.rawValue,
            at: now, in: &books)
        try BooksTable(connection: connection).enter(books)
        try deliveries.delete(of: recipient)
        try ToldTable(connection: connection).delete(of: recipient)
        try TokenTable(connection: connection).erase(of: recipient)
        try AnnouncementTable(connection: connection).deleteTests(by: recipient)
        try recipients.delete(recipient)
    }

    func takeCredentials(_ page: FeedPage, at now: UnixTime) async throws(PushStoreError) {
        try await change { connection, changes in
            let tokens = TokenTable(connection: connection)
            let ended = EndedSessionTable(connection: connection)
            // The feed holds nothing but tombstones: what it told before it started over has happened all the same.
            try FeedCursorTable.apply(page, of: CredentialChange.feed, in: connection) {
            } apply: { news in
                guard case .session(let session) = CredentialChange(key: news.key) else { return }
                for token in try tokens.all(ofSession: session.text) {
                    try drop(token, .sessionEnded, at: now, connection)
                    try noteHandsets(of: token.recipient, connection, in: &changes)
                }
                try ended.insert(session, at: now)
            }
        }
    }

    func takePreferences(_ page: FeedPage) async throws(PushStoreError) {
        try await change { connection, changes in
            let recipients = RecipientTable(connection: connection)
            let cursor = try FeedCursorTable.apply(page, of: NotificationPreferences.feed, in: connection) {
                try recipients.doubtPreferences()
            } apply: { news in
                guard let account = AccountID(news.key) else { return }
                let preferences = try news.value.map {
                    try CBORDecoder().decode(NotificationPreferences.self, from: $0)
                }
                guard try isKept(account, preferences != nil, connection) else { return }
                try recipients.setPreferences(preferences, of: account.text)
                changes.append(AudienceChange(account: account, news: .preferences(preferences)))
            }
            guard cursor.sequence >= page.highWater else { return }
            for account in try recipients.endDoubtOfPreferences() {
                changes.append(AudienceChange(account: account, news: .preferences(nil)))
            }
        }
    }

    func takePositions(_ page: FeedPage) async throws(PushStoreError) {
        try await change { connection, changes in
            let recipients = RecipientTable(connection: connection)
            let cursor = try FeedCursorTable.apply(page, of: Position.feed, in: connection) {
                try recipients.doubtPositions()
            } apply: { news in
                guard let account = AccountID(news.key) else { return }
                let position = try news.value.map { try CBORDecoder().decode(Position.self, from: $0) }
                guard try isKept(account, position != nil, connection) else { return }
                try recipients.setPosition(position, of: account.text)
                changes.append(AudienceChange(account: account, news: .position(position)))
            }
            guard cursor.sequence >= page.highWater else { return }
            for account in try recipients.endDoubtOfPositions() {
                changes.append(AudienceChange(account: account, news: .position(nil)))
            }
        }
    }

    /// Whether news of an account are for us: none that make it known again after it has been erased, which its own service has
    /// yet to hear of.
    private func isKept(
        _ account: AccountID, _ makesKnown: Bool, _ connection: Connection
    ) throws(StorageError) -> Bool {
        let recipients = RecipientTable(connection: connection)
        if try recipients.number(of: account.text) != nil { return true }
        guard makesKnown, try !PushSchema.holdings.isErased(account, in: connection) else { return false }
        _ = try recipients.makeNumber(of: account.text)
        return true
    }

    func audience(
        after number: Int64, limit: Int
    ) throws(PushStoreError) -> (rows: [AudienceRow], next: Int64?) {
        try read { connection in
            let (rows, next) = try RecipientTable(connection: connection).all(after: number, limit: limit)
            let tokens = try TokenTable(connection: connection).handsets(after: number, through: next ?? .max)
            return (
                rows.map { row in
                    var row = row
                    row.1.member.handsets = tokens[row.0] ?? 0
                    return row.1
                }, next
            )
        }
    }
}
