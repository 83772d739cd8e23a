import Models
import Storage

extension SessionStore {
    /// Stores the client of a new session. Must be called before the session has its own row. For a client new to its account,
    /// a notice is written in the same transaction. The first client needs none, and a day has a limit.
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
        // Counted before the limit is checked, even if no notice is sent.
        let noticed = try table.countNoticed(of: account, since: now.adding(seconds: -KnownClients.day))
        let isTold = !isExpected && noticed < KnownClients.maximumNoticesPerDay
        try table.insert(
            hash, of: account, isNoticed: !isExpected,
            notice: isTold ? (session.record.id.text, ClientName(session.client)?.text) : nil, at: now)
    }

    /// A client that needs no notice: the account's first, or one of a living session, which may have begun before clients were
    /// stored.
    private func isExpected(
        _ hash: [UInt8], of account: AccountID, beside living: [SessionRow], _ connection: Connection
    ) throws(StorageError) -> Bool {
        if living.isEmpty { return try !KnownClientTable(connection: connection).hasAny(of: account) }
        let sessions = try SessionTable(connection: connection).livingWithClients(of: account)
        return sessions.contains { knownClients?.hash($0.client, of: account) == hash }
    }

    /// Claims due notices for this process, until the claim expires.
    func claimSignInNotices(limit: Int, at now: UnixTime) async throws(SessionStoreError) -> [SignInNotice] {
        // Most checks find nothing, and need no write.
        guard try await read({ try KnownClientTable(connection: $0).isDue(at: now) }) else { return [] }
        return try await write { try KnownClientTable(connection: $0).claim(limit: limit, at: now) }
    }

    func setMailed(
        _ notice: SignInNotice, locale: String?, at now: UnixTime
    ) async throws(SessionStoreError) {
        try await write { try KnownClientTable(connection: $0).setMailed(notice.number, locale: locale, at: now) }
    }

    /// Deletes a notice: identity and push have accepted it, or no user is to be notified.
    func removeSignInNotice(_ notice: SignInNotice) async throws(SessionStoreError) {
        try await write { try KnownClientTable(connection: $0).removeNotice(notice.number) }
    }

    /// Deletes clients that were unused for long, at most `limit`; returns their number.
    func pruneClients(at now: UnixTime, limit: Int) async throws(SessionStoreError) -> Int {
        let moment = now.adding(seconds: -KnownClients.lifetime)
        return try await write { try KnownClientTable(connection: $0).deleteOld(before: moment, limit: limit) }
    }
}
