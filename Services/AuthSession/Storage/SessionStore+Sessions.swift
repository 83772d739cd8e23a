import Models
import Storage

extension SessionStore {
    /// Stores a session, and ends other sessions of the account to make room. Refuses a spent token, a disabled or
    /// erased account, and a user whose sessions here or at the provider have ended since the sign-in.
    func begin(_ session: NewSession, at now: UnixTime) async throws(SessionStoreError) -> BeginSessionResult {
        try await write { connection in
            if let token = session.spends, try !connection.spentTokens.maySpend(token, at: now) { return .spent }
            // The user may have signed out at the provider since the provider verified them.
            if let vouched = session.vouched,
                try connection.signOuts.refusal(of: vouched.names, issuedAt: vouched.issuedAt) != nil
            {
                return .spent
            }
            switch try place(session, at: now, connection) {
            case .refused(let reason): return .refused(reason)
            case .placed(let number, let ended):
                if let vouched = session.vouched {
                    try connection.issuedSessions.insert(vouched, of: number, named: session.record.id)
                }
                if let token = session.spends { try connection.spentTokens.spend(token, at: now) }
                return .begun(ended: ended)
            }
        }
    }

    /// Whether a token may be used for a sign-in: it was never used, or it was used a moment ago and may be repeated.
    func maySpend(_ token: SpentToken, at now: UnixTime) async throws(SessionStoreError) -> Bool {
        try await read { try $0.spentTokens.maySpend(token, at: now) }
    }

    /// Records the use of a token. Returns false if it was used before and may not be repeated.
    func spend(_ token: SpentToken, at now: UnixTime) async throws(SessionStoreError) -> Bool {
        try await write { connection in
            guard try connection.spentTokens.maySpend(token, at: now) else { return false }
            try connection.spentTokens.spend(token, at: now)
            return true
        }
    }

    enum PlacementResult {
        case placed(Int64, ended: [EndedSession])
        case refused(SessionEnd.Reason)
    }

    /// Inserts a session's row, unless the state of its account refuses it. Ends as many other sessions as needed.
    func place(_ session: NewSession, at now: UnixTime, _ connection: Connection) throws(StorageError)
        -> PlacementResult
    {
        let record = session.record
        let status = try connection.accounts.status(of: record.account)
        if let reason = status?.ends(record) { return .refused(reason) }
        let living = try connection.sessions.living(of: record.account)
        try recordClient(of: session, beside: living, at: now, connection)
        let rows = Dictionary(uniqueKeysWithValues: living.map { ($0.record.id, $0) })
        var ended: [EndedSession] = []
        for (surplus, reason) in limits.sessionsToEnd(among: living.map(\.record), at: now) {
            if let row = rows[surplus.id] { ended.append(try end(row, reason, at: now, connection)) }
        }
        let number = try connection.sessions.insert(
            record, secretHash: session.secretHash, dueAt: limits.expiry(of: record))
        try connection.sessionClients.insert(session.client, of: number)
        return .placed(number, ended: ended)
    }

    /// Makes the successor of a genuine token, repeats its answer, or ends the session. Of parallel callers, one makes
    /// the successor and the others get the same answer. `signingKey` signs the tokens of a new generation.
    func refreshSession(
        _ shown: Rotation.Shown, signingKey: String, at now: UnixTime
    ) async throws(SessionStoreError) -> Refreshed {
        let refreshed = try await write(
            on: .session(shown.session), reading: [SessionTable.query(shown.session)]
        ) { connection in
            try refresh(shown, signingKey: signingKey, at: now, connection)
        }
        if case .refreshed(let refreshed) = refreshed { return refreshed }
        // This change must be in the feed, so it is written in the common partition, unlike an ordinary refresh.
        return try await write { connection in
            switch try refresh(shown, signingKey: signingKey, at: now, connection) {
            case .refreshed(let refreshed): refreshed
            case .ends(let row, let reason): .ended(try end(row, reason, at: now, connection))
            }
        }
    }

    private enum RefreshResult {
        case refreshed(Refreshed)
        /// The session must end; nothing was changed.
        case ends(SessionRow, SessionEnd.Reason)
    }

    private func refresh(
        _ shown: Rotation.Shown, signingKey: String, at now: UnixTime, _ connection: Connection
    ) throws(StorageError) -> RefreshResult {
        guard var row = try connection.sessions.find(shown.session), let rotation = row.record.rotation else {
            return .refreshed(.unknown)
        }
        if let end = row.record.end { return .refreshed(.over(end.reason)) }
        if limits.expiry(of: row.record) <= now { return .ends(row, .expired) }
        // An access token renews a session only if the app has no refresh token
        // (`SessionRecord.refreshesByAccessToken`).
        guard shown.hash != nil || row.record.refreshesByAccessToken else { return .refreshed(.unknown) }
        switch rotation.step(for: shown, at: now, answerLife: limits.answerLife) {
        case .unknown: return .refreshed(.unknown)
        case .reuse: return .ends(row, .reuse)
        case .repeatAnswer: return .refreshed(.tokens(row.record))
        case .advance:
            let secret = tokens.successor(of: rotation.hash, in: shown.session, generation: rotation.generation + 1)
            let next = rotation.advanced(to: RefreshTokens.hash(secret), signingKey: signingKey, at: now)
            row.record.rotation = next
            row.record.lastActivityAt = max(row.record.lastActivityAt, now)
            try connection.sessions.setRotation(next, lastActivityAt: row.record.lastActivityAt, of: row.number)
            return .refreshed(.tokens(row.record))
        }
    }

    /// Records that the access token was shown: from then on the previous refresh token is refused.
    func recordUse(of session: SessionID, generation: Int64) async throws(SessionStoreError) {
        try await write(on: .session(session)) {
            try $0.sessions.setRotationUsed(generation, of: session)
        }
    }

    /// Finds a session by id or the hash of its secret, with the position of the credentials feed. It finds ended
    /// sessions as long as they are kept.
    func find(_ key: SessionKey) async throws(SessionStoreError) -> VersionedResult<SessionRecord> {
        try await read { connection in
            let row =
                switch key {
                case .id(let id): try connection.sessions.find(id)
                case .secret(let hash): try connection.sessions.find(secret: hash)
                case .exchanged(let id, let token):
                    try connection.signOuts.isRevoked(token) ? nil : try connection.sessions.find(id)
                case .nothing: SessionRow?.none
                }
            return try versioned(row?.record, connection)
        }
    }

    func listSessions(of account: AccountID, at now: UnixTime) async throws(SessionStoreError) -> [SessionSummary] {
        try await read { try living(of: account, at: now, $0) }
    }

    private func living(
        of account: AccountID, at now: UnixTime, _ connection: Connection
    ) throws(StorageError) -> [SessionSummary] {
        try connection.sessions.livingWithClients(of: account).compactMap { row, client in
            limits.expiry(of: row.record) > now ? row.record.summary(client, limits) : nil
        }
    }

    nonisolated(nonsending) func isLiving(
        _ session: SessionID, of account: AccountID, at now: UnixTime
    ) async throws(SessionStoreError) -> Bool {
        try await read { connection in
            guard let record = try connection.sessions.find(session)?.record else { return false }
            return record.account == account && record.end == nil && limits.expiry(of: record) > now
        }
    }

    func endSession(
        _ session: SessionID, of account: AccountID, at now: UnixTime
    ) async throws(SessionStoreError) -> Ending {
        try await write { connection in
            let row = try connection.sessions.find(session)
            guard let row, row.record.account == account else { return .unknown }
            if row.record.end != nil { return .endedBefore }
            return .ended(try signOut(row, at: now, connection))
        }
    }

    /// Ends all sessions except `kept`. Expired sessions end with the reason `expired`.
    func endOtherSessions(
        of account: AccountID, but kept: SessionID?, at now: UnixTime
    ) async throws(SessionStoreError) -> [EndedSession] {
        try await write { connection in
            let living = try connection.sessions.living(of: account)
            return try living.filter { $0.record.id != kept }.map { try signOut($0, at: now, connection) }
        }
    }

    func endSessions(
        of account: AccountID, authenticatedUpTo moment: UnixTime, at now: UnixTime
    ) async throws(SessionStoreError) -> [EndedSession] {
        try await write { connection in
            let living = try connection.sessions.living(of: account)
            return try living.filter { $0.record.signedInAt <= moment }
                .map { try signOut($0, at: now, connection) }
        }
    }

    /// Ends a session on request. An expired session ends as expired, and is not reported as signed out.
    private func signOut(_ row: SessionRow, at now: UnixTime, _ connection: Connection) throws(StorageError)
        -> EndedSession
    {
        try end(row, limits.expiry(of: row.record) <= now ? .expired : .signedOut, at: now, connection)
    }

    /// Records activity now. Returns nil if the account has no such living session.
    func extendSession(
        _ session: SessionID, of account: AccountID, at now: UnixTime
    ) async throws(SessionStoreError) -> SessionSummary? {
        try await write { connection in
            guard let row = try connection.sessions.find(session), row.record.account == account, row.record.end == nil,
                limits.expiry(of: row.record) > now
            else { return nil }
            if now > row.record.lastActivityAt { try connection.sessions.setLastActivity(now, of: row.number) }
            return try living(of: account, at: now, connection).first { $0.session == session }
        }
    }

    /// Records activity. Ended and expired sessions are not changed.
    func recordActivity(_ activities: [RecordActivity.Activity], at now: UnixTime) async throws(SessionStoreError) {
        try await write { connection in
            for activity in activities {
                // The edge's clock may be ahead, but activity is never in the future.
                let moment = min(activity.at, now)
                guard let row = try connection.sessions.find(activity.session), row.record.end == nil,
                    moment > row.record.lastActivityAt, moment < limits.expiry(of: row.record)
                else { continue }
                try connection.sessions.setLastActivity(moment, of: row.number)
            }
        }
    }

    /// Returns open anonymous accounts whose sessions have all ended.
    func abandonedAccounts(limit: Int) async throws(SessionStoreError) -> [AccountID] {
        try await read { connection in try connection.sessions.abandonedAccounts(limit: limit) }
    }

    /// Ends expired sessions and deletes old sessions, at most `limit` sessions together.
    func purge(at now: UnixTime, limit: Int) async throws(SessionStoreError) -> Purged {
        try await write { connection in
            let due = try connection.sessions.due(at: now, limit: limit)
            var purged = Purged(ended: [], count: due.count)
            for row in due {
                let expiry = limits.expiry(of: row.record)
                if row.record.end != nil {
                    try connection.sessions.delete(row.number)
                } else if expiry <= now {
                    purged.ended.append(try end(row, .expired, at: now, connection))
                } else {
                    // The session was used since its check was planned, so the next check is later.
                    try connection.sessions.setDue(expiry, of: row.number)
                }
            }
            return purged
        }
    }
}
