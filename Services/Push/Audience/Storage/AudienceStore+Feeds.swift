import CBOR
import MessageBus
import Models
import Storage

extension AudienceStore {
    func cursor(of feed: FeedName) async throws(PushStoreError) -> FeedCursor? {
        try await read { try FeedCursorTable.read(feed, in: $0) }
    }

    func applyAccounts(_ page: FeedPage, at now: UnixTime) async throws(PushStoreError) {
        try await change { connection, changes in
            var number: Int64?
            try PushSchema.accountRows.apply(page, at: now, in: connection) { bytes in
                let account = try CBORDecoder().decode(AccountChange.self, from: bytes)
                number = account.number
                return account
            } isClosed: { account, isClosed in
                try connection.recipients.setClosed(account, isClosed, number: number)
                guard let recipient = try connection.recipients.number(of: account) else { return }
                inFlight.change(recipient: recipient)
                changes.append(AudienceChange(recipient: recipient, change: .status(isClosed ? .disabled : .active)))
            } erase: { account in
                guard let recipient = try connection.recipients.number(of: account) else { return ErasedRowCounts() }
                let counts = try erase(recipient, at: now, connection)
                if let account = AccountID(account) {
                    try connection.series.empty(naming: account)
                }
                changes.append(AudienceChange(recipient: recipient, change: .erased))
                return counts
            }
        }
    }

    /// Erases a recipient. The delivery and interaction counts still include the account.
    private func erase(_ recipient: Int64, at now: UnixTime, _ connection: Connection) throws -> ErasedRowCounts {
        inFlight.change(recipient: recipient)
        var counts = ErasedRowCounts()
        try end(try connection.deliveries.open(of: recipient), .accountClosed, at: now, connection)
        counts.add(try connection.deliveries.deleteEnded(of: recipient), of: "delivery")
        counts.add(try connection.inbox.delete(of: recipient), of: "inbox")
        counts.add(try connection.inquiries.delete(of: recipient), of: "inquiry")
        counts.add(try connection.namedRecipients.erase(recipient), of: "named_recipient")
        counts.add(try connection.pushCounts.delete(of: recipient), of: "push_count")
        counts.add(try connection.interactions.delete(of: recipient), of: "interaction")
        try connection.tokens.erase(of: recipient, in: &counts)
        counts.add(try connection.notifications.deleteOwned(by: recipient), of: "notification")
        counts.add(try connection.recipients.delete(recipient), of: "recipient")
        return counts
    }

    /// Deletes tokens of ended sessions and the plans of revoked API keys.
    func applyCredentials(_ page: FeedPage, at now: UnixTime) async throws(PushStoreError) {
        let begun = try await change { connection, changes in
            var begun: [Int64] = []
            // The feed contains only tombstones, so its earlier changes stay valid when it starts over.
            try FeedCursorTable.apply(page, of: CredentialChange.feed, in: connection) {
            } apply: { news in
                switch CredentialChange(key: news.key) {
                case .session(let session):
                    for token in try connection.tokens.all(ofSession: session.text) {
                        try drop(token, .sessionEnded, at: now, connection)
                        try recordPushDevices(of: token.recipient, connection, in: &changes)
                    }
                    try connection.tokens.end(session, at: now)
                case .apiKey(let key): begun += try endPlans(of: key, at: now, connection)
                case .token, nil: return
                }
            }
            return begun
        }
        // If a crash prevents this, the push service suppresses the deliveries when they are due.
        for notification in begun {
            while try await suppressCancelled(notification, limit: endedTogether, at: now) {}
            while try await removeUnreceived(notification, limit: endedTogether) {}
        }
    }

    /// Brings deferred deliveries forward to the new end of quiet hours.
    func applyPreferences(_ page: FeedPage, at now: UnixTime) async throws(PushStoreError) {
        try await change { connection, changes in
            let recipients = connection.recipients
            let cursor = try FeedCursorTable.apply(page, of: NotificationPreferences.feed, in: connection) {
                try recipients.doubtPreferences()
            } apply: { news in
                guard let account = AccountID(news.key) else { return }
                let preferences = try news.value.map {
                    try FeedValue.read(NotificationPreferences.self, from: $0)
                }
                guard let recipient = try number(of: account, preferences != nil, connection) else { return }
                inFlight.change(recipient: recipient)
                let former = try recipients.preferences(of: recipient)
                try recipients.setPreferences(preferences, of: recipient)
                try bringForward(recipient, preferences?.quietHours, former: former?.quietHours, at: now, connection)
                let change = AudienceChange.Change.preferences(preferences, formerTerms: former?.terms ?? [])
                changes.append(AudienceChange(recipient: recipient, change: change))
            }
            guard let cursor, cursor.sequence >= page.highWater else { return }
            for recipient in try recipients.endDoubtOfPreferences() {
                inFlight.change(recipient: recipient)
                try bringForward(recipient, nil, at: now, connection)
                changes.append(AudienceChange(recipient: recipient, change: .preferences(nil, formerTerms: nil)))
            }
        }
    }

    /// Applies positions. A withdrawn position ends the deliveries that were resolved by it. A position that a
    /// restarted feed does not repeat is deleted, but its deliveries keep waiting.
    func applyPositions(_ page: FeedPage, at now: UnixTime) async throws(PushStoreError) {
        try await change { connection, changes in
            let recipients = connection.recipients
            let cursor = try FeedCursorTable.apply(page, of: Position.feed, in: connection) {
                try recipients.doubtPositions()
            } apply: { news in
                if let withdrawn = WithdrawnPosition(key: news.key) {
                    guard let recipient = try recipients.number(of: withdrawn.account.text),
                        // A feed that is read again repeats old withdrawals. Audiences resolved since then stay valid.
                        try !recipients.isPositionDoubted(of: recipient)
                    else { return }
                    try withdrawPosition(of: recipient, at: now, connection, in: &changes)
                    // The rest of the feed will repeat what it has about this account.
                    try recipients.setPosition(nil, of: recipient)
                    return changes.append(AudienceChange(recipient: recipient, change: .position(nil)))
                }
                guard let account = AccountID(news.key) else { return }
                let position = try news.value.map { try FeedValue.read(Position.self, from: $0) }
                guard let recipient = try number(of: account, position != nil, connection) else { return }
                // Earlier audiences stay valid after a new position, but not after a withdrawn position.
                if position == nil { try withdrawPosition(of: recipient, at: now, connection, in: &changes) }
                try recipients.setPosition(position, of: recipient)
                changes.append(AudienceChange(recipient: recipient, change: .position(position)))
            }
            guard let cursor, cursor.sequence >= page.highWater else { return }
            for recipient in try recipients.endDoubtOfPositions() {
                // The feed does not confirm a withdrawal: its service may have been restored from an older backup.
                // Waiting deliveries are judged when they are due.
                inFlight.change(recipient: recipient)
                changes.append(AudienceChange(recipient: recipient, change: .position(nil)))
            }
        }
    }

    /// Ends deliveries that need a withdrawn position. A later position does not restore them. The deliveries of tests
    /// stay, because a test needs no position.
    private func withdrawPosition(
        of recipient: Int64, at now: UnixTime, _ connection: Connection, in changes: inout [AudienceChange]
    ) throws(StorageError) {
        inFlight.change(recipient: recipient)
        let withdrawal = try connection.recipients.recordWithdrawnPosition(of: recipient)
        changes.append(AudienceChange(recipient: recipient, change: .withdrawal(withdrawal)))
        try endPlaced(of: recipient, at: now, connection)
    }

    /// Returns the number of an account; nil if the change must be ignored. No change restores an erased account, since
    /// the feed's service may not know of the erasure yet.
    private func number(
        of account: AccountID, _ makesKnown: Bool, _ connection: Connection
    ) throws(StorageError) -> Int64? {
        if let number = try connection.recipients.number(of: account.text) { return number }
        guard makesKnown, try !PushSchema.accountRows.isErased(account, in: connection) else { return nil }
        return try connection.recipients.makeNumber(of: account.text)
    }
}

/// The most deliveries that one transaction ends, so that other writes can run in between.
private let endedTogether = 2000
