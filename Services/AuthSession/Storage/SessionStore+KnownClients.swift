// On which clients accounts were signed in to, and what people are to be told of that.

import Models
import Storage

extension SessionStore {
    /// Remembers the client of a session that is about to begin. Where its account was never seen on it, its person is
    /// to be told, in the same transaction: not for the first client of an account, and not more often than a day allows.
    ///
    /// Adds at most one row. To be called before the session has its own.
    ///
    /// - Parameter living: The sessions of the account.
    func recordClient(
        of session: NewSession, beside living: [SessionRow], at now: UnixTime, _ connection: Connection
    ) throws(StorageError) {
        guard let knownClients, session.record.signInMethod.keepsClientInfo else { return }
        let account = session.record.account
        let table = KnownClientTable(connection: connection)
        let hash = knownClients.hash(session.client, of: account)
        if let usedAt = try table.usedAt(hash, of: account) {
            if now >= usedAt.adding(seconds: KnownClients.precision) {
                try table.setUsed(hash, of: account, at: now)
            }
            return
        }
        let isExpected = try isExpected(hash, of: account, beside: living, connection)
        // Counted before it is judged, whether or not anybody is told.
        let noticed = try table.countNoticed(of: account, since: now.adding(seconds: -KnownClients.day))
        let isTold = !isExpected && noticed < KnownClients.maximumNoticesPerDay
        try table.insert(
            hash, of: account, isNoticed: !isExpected,
            notice: isTold ? (session.record.id.text, ClientName(session.client)?.text) : nil, at: now)
    }

    /// Whether a client that is not remembered is none to tell of: it is the account's first, or one of its living
    /// sessions is on it, which may have begun when clients were not remembered yet.
    private func isExpected(
        _ hash: [UInt8], of account: AccountID, beside living: [SessionRow], _ connection: Connection
    ) throws(StorageError) -> Bool {
        if living.isEmpty { return try !KnownClientTable(connection: connection).hasAny(of: account) }
        let sessions = try SessionTable(connection: connection).livingWithClients(of: account)
        return sessions.contains { knownClients?.hash($0.client, of: account) == hash }
    }

    /// Gives notices that are due to this process alone, for as long as the claim lasts.
    func claimSignInNotices(limit: Int, at now: UnixTime) async throws(SessionStoreError) -> [SignInNotice] {
        // Most looks find nothing, and cost no write.
        guard try await read({ try KnownClientTable(connection: $0).isDue(at: now) }) else { return [] }
        return try await write { try KnownClientTable(connection: $0).claim(limit: limit, at: now) }
    }

    /// Remembers that identity has taken a notice over, with the language of the account.
    func setMailed(
        _ notice: SignInNotice, locale: String?, at now: UnixTime
    ) async throws(SessionStoreError) {
        try await write { try KnownClientTable(connection: $0).setMailed(notice.number, locale: locale, at: now) }
    }

    /// Forgets a notice that identity and push have taken over, or that nobody can be told of.
    func removeSignInNotice(_ notice: SignInNotice) async throws(SessionStoreError) {
        try await write { try KnownClientTable(connection: $0).removeNotice(notice.number) }
    }

    /// Forgets clients that were not used for long, at most `limit`; gives how many.
    func pruneClients(at now: UnixTime, limit: Int) async throws(SessionStoreError) -> Int {
        let moment = now.adding(seconds: -KnownClients.lifetime)
        return try await write { try KnownClientTable(connection: $0).deleteOld(before: moment, limit: limit) }
    }
}
