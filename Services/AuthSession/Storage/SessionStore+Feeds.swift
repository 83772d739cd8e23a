import CBOR
import Models
import Storage

extension SessionStore {
    func credentials(epoch: FeedEpoch?, after cursor: UInt64?, limit: Int) async throws(SessionStoreError) -> FeedPage {
        try await read { connection in
            var page = try SessionSchema.credentials.readPage(epoch: epoch, after: cursor, limit: limit, in: connection)
            // All rows are tombstones, ordered by age. So a pruning needs no new epoch, and every answer has the same
            // epoch as the answers of `find`.
            page.epoch = page.epoch.life
            return page
        }
    }

    /// Deletes tombstones that are older than any kept session.
    func pruneTombstones(at now: UnixTime) async throws(SessionStoreError) {
        let moment = now.adding(seconds: -SessionLimits.keptAfterEnd)
        try await write { connection in
            _ = try SessionSchema.credentials.pruneTombstones(olderThan: moment, in: connection)
            try connection.accounts.deleteErased(
                before: now.adding(seconds: -SessionLimits.erasedKnownFor), limit: 1000)
            try connection.accounts.forgetReturns(before: moment)
        }
    }

    /// Stores a page of the accounts feed, and ends the sessions of accounts that are closed, erased or signed out
    /// everywhere.
    ///
    /// When the feed starts over, accounts that it no longer contains count as erased at its end. If many are missing,
    /// an operator must decide first (`AccountsDoubt`).
    func apply(_ page: FeedPage, at now: UnixTime) async throws(SessionStoreError) -> [EndedSession] {
        try await write { connection in
            let accounts = connection.accounts
            var ended: [EndedSession] = []
            let cursor = try FeedCursorTable.apply(page, of: AccountChange.feed, in: connection) {
                try AccountsDoubt.forget(in: connection)
                try ErasureReportTable.forgetAll(in: connection)
                try accounts.beginRereading(at: now)
            } apply: { change in
                // An invalid id has no sessions, and must not get an unreadable row.
                guard let account = AccountID(change.key) else {
                    return connection.recordSkipped(column: "key", source: "a page of the accounts feed")
                }
                let news = try change.value.map { try CBORDecoder().decode(AccountChange.self, from: $0) }
                if news != nil, try accounts.rereadingSince() != nil {
                    try accounts.recordReturn(of: account, at: now)
                }
                ended += try take(AccountSessionStatus(news), of: account, toldAt: change.sequence, at: now, connection)
            }
            // Another process has stored this page or a later one.
            guard let cursor else { return [] }
            let isAtEnd = cursor.sequence >= page.highWater
            let since = try accounts.rereadingSince()
            guard try isAtEnd && (since != nil || AccountsDoubt.hasMissing(in: connection)) else { return ended }
            // An account that was created while the page was on its way is not in it, so recent accounts are left out.
            let unheardOf =
                try since.map { since throws(StorageError) in
                    try connection.sessions
                        .accountsUnheardOf(since: since.adding(seconds: -SessionStore.maximumTransitSeconds))
                } ?? []
            let missing = try accounts.unconfirmed() + unheardOf
            let result = try AccountsDoubt.judge(
                missing: missing.count,
                of: { () throws(StorageError) in try accounts.count() + unheardOf.count }, in: connection)
            switch result {
            // So many are missing that an operator must decide. Until then, the feed counts as being read.
            case .wait: break
            case .keep:
                for account in unheardOf { try accounts.addUnconfirmed(account) }
                try accounts.endRereading()
            case .erase:
                try accounts.endRereading()
                for account in missing {
                    ended += try take(.erased, of: account, toldAt: cursor.sequence, at: now, connection)
                }
            }
            return ended
        }
    }

    /// Whether the sessions of all erased accounts have ended, up to the current position in the feed.
    static func isSettled(_ connection: Connection) throws(StorageError) -> Bool {
        guard try connection.accounts.rereadingSince() == nil else { return false }
        return try !AccountsDoubt.hasMissing(in: connection)
    }

    func hasInFeed(_ account: AccountID) async throws(SessionStoreError) -> Bool {
        try await read { try $0.accounts.isConfirmed(account) }
    }

    func returnedAccounts() async throws(SessionStoreError) -> [AccountID] {
        try await read { try $0.accounts.returned() }
    }

    /// Whether accounts are missing in the feed without a decision, or the feed is being read again.
    func missesAccounts() async throws(SessionStoreError) -> Bool {
        // With missing accounts, the rereading ends only after an operator's decision.
        try await read { try $0.accounts.rereadingSince() != nil }
    }

    func returnedAccountCount() async throws(SessionStoreError) -> Int {
        try await read { try $0.accounts.returnedCount() }
    }

    /// The seconds after which no page can still be on its way.
    private static let maximumTransitSeconds: Int64 = 60

    /// Stores an account's state, and ends the sessions that must not live. The deleted rows are counted for the
    /// erasure report. This includes rows of an open account, because in the feed a new account with
    /// the same id replaces the erasure.
    private func take(
        _ status: AccountSessionStatus, of account: AccountID, toldAt sequence: UInt64, at now: UnixTime,
        _ connection: Connection
    ) throws(StorageError) -> [EndedSession] {
        var counts = try rowsOfSessions(of: account, at: now, connection)
        let ended = try take(status, of: account, at: now, connection)
        if status == .erased {
            let end = now.adding(seconds: SessionLimits.erasedKnownFor)
            counts.add(1, of: "account", goneBy: end)
            counts.add(
                try connection.value("SELECT count(*) FROM apple_token WHERE account = \(account)") ?? 0,
                of: "apple_token", goneBy: now.adding(seconds: SessionLimits.keptAfterEnd))
            counts.add(try connection.appleAliases.delete(of: account), of: "apple_alias")
            counts.add(try connection.run("DELETE FROM known_client WHERE account = \(account)"), of: "known_client")
            counts.add(try SecurityEventTable(connection: connection).delete(of: account), of: "security_event")
        } else if ended.isEmpty || status == .disabled {
            return ended
        }
        try ErasureReportTable.record(counts, of: account.text, at: sequence, in: connection)
        return ended
    }

    /// Returns the rows of living sessions. The sessions' own rows stay for a while without the app's description.
    private func rowsOfSessions(
        of account: AccountID, at now: UnixTime, _ connection: Connection
    ) throws(StorageError) -> ErasedRowCounts {
        let living: SQL = "(SELECT number FROM session WHERE account = \(account) AND ended_at IS NULL)"
        var counts = ErasedRowCounts()
        counts.add(
            try connection.value("SELECT count(*) FROM session WHERE number IN \(living)") ?? 0, of: "session",
            goneBy: now.adding(seconds: SessionLimits.keptAfterEnd))
        guard !counts.tables.isEmpty else { return counts }
        for table in ["session_client", "issued_session", "issued_token"] as [SQL] {
            counts.add(
                try connection.value("SELECT count(*) FROM \(table) WHERE session IN \(living)") ?? 0, of: "\(table)")
        }
        return counts
    }

    private func take(
        _ status: AccountSessionStatus, of account: AccountID, at now: UnixTime, _ connection: Connection
    ) throws(StorageError) -> [EndedSession] {
        try connection.accounts.set(status, of: account, at: now)
        if status == .erased {
            try connection.run(
                "UPDATE apple_token SET revoke_at = \(now) WHERE account = \(account) AND revoke_at IS NULL")
        }
        var ended: [EndedSession] = []
        for row in try connection.sessions.living(of: account) {
            guard let reason = status.ends(row.record) else { continue }
            ended.append(try end(row, reason, at: now, connection))
        }
        return ended
    }
}
