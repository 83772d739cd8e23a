// The credentials feed, which this service writes, and the accounts feed, which it follows.

import CBOR
import Models
import Storage

extension SessionStore {
    /// Reads a page of the credentials feed.
    func credentials(
        epoch: FeedEpoch?, after cursor: UInt64?, limit: Int
    ) async throws(SessionStoreError) -> FeedPage {
        try await read { connection in
            var page = try SessionSchema.credentials.readPage(
                epoch: epoch, after: cursor, limit: limit, in: connection)
            // All rows are tombstones, in the order of their age: prunings need no epoch of their own, and every answer
            // has the one that `find` gives.
            page.epoch = page.epoch.life
            return page
        }
    }

    /// Forgets tombstones that are older than any session that is kept.
    func pruneTombstones(at now: UnixTime) async throws(SessionStoreError) {
        let moment = now.adding(seconds: -SessionLimits.keptAfterEnd)
        try await write { connection in
            _ = try SessionSchema.credentials.pruneTombstones(olderThan: moment, in: connection)
            let accounts = AccountTable(connection: connection)
            try accounts.deleteErased(before: now.adding(seconds: -SessionLimits.erasedKnownFor), limit: 1000)
            try accounts.forgetReturns(before: moment)
        }
    }

    /// Stores a page of the accounts feed, and ends the sessions of accounts that are closed, erased or signed out
    /// everywhere.
    ///
    /// When the feed starts over, accounts that it no longer has count as erased once it has been read to its end. When
    /// these are many, an operator has to decide first (`AccountsDoubt`).
    func apply(_ page: FeedPage, at now: UnixTime) async throws(SessionStoreError) -> [EndedSession] {
        try await write { connection in
            let accounts = AccountTable(connection: connection)
            var ended: [EndedSession] = []
            let cursor = try FeedCursorTable.apply(page, of: AccountChange.feed, in: connection) {
                try AccountsDoubt.forget(in: connection)
                try ErasureReportTable.forgetAll(in: connection)
                try accounts.beginRereading(at: now)
            } apply: { change in
                // What is no id has no sessions, and must not get a row that nobody can read.
                guard let account = AccountID(change.key) else {
                    return connection.recordSkipped(column: "key", source: "a page of the accounts feed")
                }
                let news = try change.value.map { try CBORDecoder().decode(AccountChange.self, from: $0) }
                if news != nil, try accounts.rereadingSince() != nil {
                    try accounts.recordReturn(of: account, at: now)
                }
                ended += try take(
                    AccountSessionStatus(news), of: account, toldAt: change.sequence, at: now, connection)
            }
            // Another process has taken over this page, or a later one.
            guard let cursor else { return [] }
            let isAtEnd = cursor.sequence >= page.highWater
            let since = try accounts.rereadingSince()
            guard try isAtEnd && (since != nil || AccountsDoubt.hasMissing(in: connection)) else { return ended }
            // An account that was made while the page was on its way is not in it yet.
            let unheardOf =
                try since.map { since throws(StorageError) in
                    try SessionTable(connection: connection)
                        .accountsUnheardOf(since: since.adding(seconds: -SessionStore.maximumTransitSeconds))
                } ?? []
            let missing = try accounts.unconfirmed() + unheardOf
            let result = try AccountsDoubt.judge(
                missing: missing.count,
                of: { () throws(StorageError) in try accounts.count() + unheardOf.count }, in: connection)
            switch result {
            // An operator has to say what became of so many; until then the feed counts as still being read.
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

    /// Whether the sessions have ended of all accounts that the feed told to be erased, up to where it was read.
    static func isSettled(_ connection: Connection) throws(StorageError) -> Bool {
        guard try AccountTable(connection: connection).rereadingSince() == nil else { return false }
        return try !AccountsDoubt.hasMissing(in: connection)
    }

    /// Whether the accounts feed, as it was read last, has an account.
    func hasInFeed(_ account: AccountID) async throws(SessionStoreError) -> Bool {
        try await read { try AccountTable(connection: $0).isConfirmed(account) }
    }

    /// Accounts that had been erased and that the feed, read anew, has again; at most 1000 of them.
    func returnedAccounts() async throws(SessionStoreError) -> [AccountID] {
        try await read { try AccountTable(connection: $0).returned() }
    }

    /// Whether accounts are missing in the feed and it is not known yet what became of them, or it is being read anew.
    func missesAccounts() async throws(SessionStoreError) -> Bool {
        // A doubt ends the rereading no sooner than somebody decides.
        try await read { try AccountTable(connection: $0).rereadingSince() != nil }
    }

    /// How many accounts had been erased and are in the feed again.
    func returnedAccountCount() async throws(SessionStoreError) -> Int {
        try await read { try AccountTable(connection: $0).returnedCount() }
    }

    /// Seconds after which a page that is still on its way is not waited for any more, and then some.
    private static let maximumTransitSeconds: Int64 = 60

    /// Takes over what the feed says of an account, and ends the sessions that must not live any more.
    ///
    /// What goes with an erased account is counted, to be reported. An account that was made anew with the same id may
    /// have taken the place of its erasure in the feed, so what ends with the sessions of an open one is counted as well.
    ///
    /// - Parameter sequence: The sequence of what the feed says.
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
                try AppleTokenTable(connection: connection).count(of: account), of: "apple_token",
                goneBy: now.adding(seconds: SessionLimits.keptAfterEnd))
            counts.add(try AppleAliasTable(connection: connection).delete(of: account), of: "apple_alias")
            counts.add(try KnownClientTable(connection: connection).delete(of: account), of: "known_client")
            counts.add(try SecurityEventTable(connection: connection).delete(of: account), of: "security_event")
        } else if ended.isEmpty || status == .disabled {
            return ended
        }
        try ErasureReportTable.record(counts, of: account.text, at: sequence, in: connection)
        return ended
    }

    /// How many rows there are of the living sessions of an account. Those of the sessions themselves stay for a while
    /// without what the app said of itself.
    private func rowsOfSessions(
        of account: AccountID, at now: UnixTime, _ connection: Connection
    ) throws(StorageError) -> ErasedRowCounts {
        let living: SQL = "(SELECT number FROM session WHERE account = \(account) AND ended_at IS NULL)"
        var counts = ErasedRowCounts()
        counts.add(
            try connection.value("SELECT count(*) FROM session WHERE number IN \(living)") ?? 0, of: "session",
            goneBy: now.adding(seconds: SessionLimits.keptAfterEnd))
        guard !counts.tables.isEmpty else { return counts }
        counts.add(
            try connection.value("SELECT count(*) FROM session_client WHERE session IN \(living)") ?? 0,
            of: "session_client")
        counts.add(
            try connection.value("SELECT count(*) FROM issued_session WHERE session IN \(living)") ?? 0,
            of: "issued_session")
        counts.add(
            try connection.value("SELECT count(*) FROM issued_token WHERE session IN \(living)") ?? 0,
            of: "issued_token")
        return counts
    }

    private func take(
        _ status: AccountSessionStatus, of account: AccountID, at now: UnixTime, _ connection: Connection
    ) throws(StorageError) -> [EndedSession] {
        try AccountTable(connection: connection).set(status, of: account, at: now)
        if status == .erased { try AppleTokenTable(connection: connection).revoke(of: account, at: now) }
        var ended: [EndedSession] = []
        for row in try SessionTable(connection: connection).living(of: account) {
            guard let reason = status.ends(row.record) else { continue }
            ended.append(try end(row, reason, at: now, connection))
        }
        return ended
    }
}
