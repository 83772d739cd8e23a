import Models
import Storage

extension SessionStore {
    /// Returns the state of a provider's token, with the feed's position. `issuedAt` is the token's `iat`, in seconds.
    func find(
        _ names: IssuedNames, issuedAt: Int64?
    ) async throws(SessionStoreError) -> VersionedResult<IssuedTokenStatus> {
        try await read { connection in
            let row = try connection.sessions.find(issued: names.session)
            let hasSeen = try row.map {
                try connection.issuedSessions.hasSeen(names.token, $0.number)
            }
            let refusal = try connection.signOuts.refusal(of: names.all, issuedAt: issuedAt)
            return try versioned(
                IssuedTokenStatus(session: row?.record, hasSeenToken: hasSeen ?? false, refusal: refusal), connection)
        }
    }

    /// Finds the session of a token. Without such a session, finds a session that recorded it for an installation.
    func session(with names: IssuedNames) async throws(SessionStoreError) -> SessionRecord? {
        try await read { connection in
            if let row = try connection.sessions.find(issued: names.session) { return row.record }
            guard let number = try connection.issuedSessions.sessions(with: names.token).first else { return nil }
            return try connection.sessions.find(number: number)?.record
        }
    }

    func account(ofIssued person: [UInt8]) async throws(SessionStoreError) -> AccountID? {
        try await read { try $0.issuedSessions.account(of: person) }
    }

    /// Begins the session of a token, or records the token if the session exists. Parallel calls make one session.
    func begin(
        _ session: NewSession, with origin: IssuedOrigin, at now: UnixTime
    ) async throws(SessionStoreError) -> BeginIssuedSessionResult {
        try await write { connection in
            if let reason = try connection.signOuts.refusal(of: origin.names.all, issuedAt: origin.issuedAt) {
                return BeginIssuedSessionResult(outcome: .refused(reason))
            }
            var ended: [EndedSession] = []
            if let row = try connection.sessions.find(issued: origin.names.session) {
                if limits.expiry(of: row.record) <= now {
                    ended.append(try end(row, .expired, at: now, connection))
                } else if row.record.account == session.record.account {
                    try connection.issuedSessions.record(origin, of: row.number)
                    if now > row.record.lastActivityAt { try connection.sessions.setLastActivity(now, of: row.number) }
                    return BeginIssuedSessionResult(outcome: .continued)
                } else {
                    // The user has another account now, so the former account was erased. The token may be older.
                    ended.append(try end(row, .accountErased, at: now, connection))
                    return BeginIssuedSessionResult(outcome: .refused(.accountErased), ended: ended)
                }
            }
            switch try place(session, at: now, connection) {
            case .refused(let reason): return BeginIssuedSessionResult(outcome: .refused(reason), ended: ended)
            case .placed(let number, let others):
                try connection.issuedSessions.insert(origin, of: number)
                return BeginIssuedSessionResult(outcome: .begun, ended: ended + others)
            }
        }
    }

    /// Ends the session of a token, and all sessions that have recorded the token. Its tokens up to now are refused.
    func signOut(_ origin: IssuedOrigin, at now: UnixTime) async throws(SessionStoreError) -> [EndedSession] {
        try await write { connection in
            let mark = SignOutMark(
                issuedUpTo: SignOutMark.moment(of: now, lastIssuedAt: origin.issuedAt), reason: .signedOut)
            try connection.signOuts.set(
                mark, on: origin.names.session, at: now, until: now.adding(seconds: SignOutMark.kept))
            try connection.signOuts.set(
                SignOutMark(issuedUpTo: SignOutMark.forever, reason: .signedOut), on: origin.names.token, at: now,
                until: origin.tokenEnd)
            var sessions = try connection.issuedSessions.sessions(with: origin.names.token)
            if let row = try connection.sessions.find(issued: origin.names.session),
                !sessions.contains(row.number)
            {
                sessions.append(row.number)
            }
            return try end(sessions, .signedOut, at: now, connection)
        }
    }

    /// Ends the sessions of a provider's logout. Tokens issued up to the logout are refused. Nil for a repeated logout.
    func takeLogout(_ logout: ProviderLogout, at now: UnixTime) async throws(SessionStoreError) -> [EndedSession]? {
        try await write { connection in
            guard try connection.signOuts.record(logout: logout.name, until: logout.end) else { return nil }
            let mark = SignOutMark(issuedUpTo: logout.issuedAt, reason: .providerSignedOut)
            try connection.signOuts.set(
                mark, on: logout.target.name, at: now, until: now.adding(seconds: SignOutMark.kept))
            let sessions = try connection.issuedSessions
                .sessions(of: logout.target, issuedUpTo: logout.issuedAt)
            return try end(sessions, .providerSignedOut, at: now, issuedUpTo: logout.issuedAt, connection)
        }
    }

    func endSessions(
        ofIssuersBut issuers: Set<String>, at now: UnixTime, limit: Int
    ) async throws(SessionStoreError) -> [EndedSession] {
        try await write { connection in
            let sessions = try connection.issuedSessions.sessions(ofIssuersBut: issuers, limit: limit)
            return try end(sessions, .issuerRemoved, at: now, connection)
        }
    }

    private func end(
        _ sessions: [Int64], _ reason: SessionEnd.Reason, at now: UnixTime, issuedUpTo: Int64? = nil,
        _ connection: Connection
    ) throws(StorageError) -> [EndedSession] {
        var ended: [EndedSession] = []
        for number in sessions {
            guard let row = try connection.sessions.find(number: number) else {
                try connection.issuedSessions.delete(number)
                continue
            }
            ended.append(try end(row, reason, at: now, issuedUpTo: issuedUpTo, connection))
        }
        return ended
    }

    /// Deletes a session's names. Unless the session expired, its tokens up to now are refused from then on.
    /// `issuedUpTo` is the time of the end on the provider's clock; nil if the provider did not send it.
    func endIssued(
        _ session: Int64, _ reason: SessionEnd.Reason, at now: UnixTime, issuedUpTo: Int64?, _ connection: Connection
    ) throws(StorageError) {
        guard let row = try connection.issuedSessions.find(session) else { return }
        if reason != .expired {
            let moment = issuedUpTo ?? SignOutMark.moment(of: now, lastIssuedAt: row.lastIssuedAt)
            let mark = SignOutMark(issuedUpTo: moment, reason: reason)
            for name in reason.isOfAccount ? [row.name, row.person] : [row.name] {
                try connection.signOuts.set(mark, on: name, at: now, until: now.adding(seconds: SignOutMark.kept))
            }
            // The same token must not be accepted again for another installation.
            if issuedUpTo == nil {
                let shown = SignOutMark(issuedUpTo: SignOutMark.forever, reason: reason)
                for token in try connection.issuedSessions.tokens(of: session, at: now) {
                    try connection.signOuts.set(shown, on: token.name, at: now, until: token.end)
                }
            }
        }
        try connection.issuedSessions.delete(session)
    }

    /// Revokes an exchanged token. Returns false if it was revoked before. `end` is the expiry of the token.
    func revokeToken(_ token: TokenID, until end: UnixTime, at now: UnixTime) async throws(SessionStoreError) -> Bool {
        try await write { connection in
            guard try connection.signOuts.revoke(token, until: end) else { return false }
            try SessionSchema.credentials.recordTombstone(CredentialChange.token(token).key, at: now, in: connection)
            return true
        }
    }

    /// Deletes sign-outs and revocations after their tokens' end; at most `limit` of each kind. Returns their number.
    func pruneSignOuts(at now: UnixTime, limit: Int) async throws(SessionStoreError) -> Int {
        try await write { connection in
            try connection.signOuts.deleteOld(at: now, limit: limit)
                + connection.issuedSessions.deleteEndedTokens(at: now, limit: limit)
        }
    }
}
