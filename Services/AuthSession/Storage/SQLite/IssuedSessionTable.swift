// Rows of the tables `issued_session` and `issued_token`: sessions whose tokens come from identity providers.

import Models
import Storage

/// A row of the table `issued_session`.
struct IssuedSessionRow {
    let session: Int64
    let name: [UInt8]
    let person: [UInt8]
    /// When the latest token was issued that the session has seen, in seconds.
    let lastIssuedAt: Int64?
}

/// The tables `issued_session` and `issued_token`. Their rows are those of living sessions.
struct IssuedSessionTable {
    let connection: Connection

    func insert(_ origin: IssuedOrigin, of session: Int64) throws(StorageError) {
        let row = try connection.prepare(
            """
            INSERT INTO issued_session (session, name, person, provider_session, issuer, first_issued_at, last_issued_at) \
            VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?6)
            """)
        try row.bind(1, session)
        try row.bind(2, origin.names.session)
        try row.bind(3, origin.names.person)
        try row.bind(4, origin.names.providerSession)
        try row.bind(5, origin.issuer)
        try row.bind(6, origin.issuedAt)
        try row.run()
        try note(origin, of: session)
    }

    /// Notes that the session has seen a token.
    func note(_ origin: IssuedOrigin, of session: Int64) throws(StorageError) {
        let token = try connection.prepare(
            "INSERT INTO issued_token (session, name, ends_at) VALUES (?1, ?2, ?3) ON CONFLICT DO NOTHING")
        try token.bind(1, session)
        try token.bind(2, origin.names.token)
        try token.bind(3, origin.tokenEnd.rawValue)
        try token.run()
        guard let issuedAt = origin.issuedAt else { return }
        let row = try connection.prepare(
            """
            UPDATE issued_session SET last_issued_at = ?2 \
            WHERE session = ?1 AND (last_issued_at IS NULL OR last_issued_at < ?2)
            """)
        try row.bind(1, session)
        try row.bind(2, issuedAt)
        try row.run()
    }

    func hasSeen(_ token: [UInt8], _ session: Int64) throws(StorageError) -> Bool {
        let row = try connection.prepare("SELECT 1 FROM issued_token WHERE session = ?1 AND name = ?2")
        try row.bind(1, session)
        try row.bind(2, token)
        return try row.step()
    }

    func find(_ session: Int64) throws(StorageError) -> IssuedSessionRow? {
        let row = try connection.prepare(
            "SELECT session, name, person, last_issued_at FROM issued_session WHERE session = ?1")
        try row.bind(1, session)
        guard try row.step() else { return nil }
        return IssuedSessionRow(
            session: row.int64(0), name: row.blob(1), person: row.blob(2), lastIssuedAt: row.optionalInt64(3))
    }

    /// The tokens that the session has seen and that have not ended, each with its end.
    func tokens(of session: Int64, at now: UnixTime) throws(StorageError) -> [(name: [UInt8], end: UnixTime)] {
        let row = try connection.prepare("SELECT name, ends_at FROM issued_token WHERE session = ?1 AND ends_at > ?2")
        try row.bind(1, session)
        try row.bind(2, now.rawValue)
        var tokens: [(name: [UInt8], end: UnixTime)] = []
        while try row.step() { tokens.append((row.blob(0), UnixTime(milliseconds: row.int64(1)))) }
        return tokens
    }

    /// The living sessions that have seen a token, the earliest first.
    func sessions(with token: [UInt8]) throws(StorageError) -> [Int64] {
        let row = try connection.prepare("SELECT session FROM issued_token WHERE name = ?1 ORDER BY session")
        try row.bind(1, token)
        var sessions: [Int64] = []
        while try row.step() { sessions.append(row.int64(0)) }
        return sessions
    }

    /// The account of a person with a living session; nil when there is none.
    func account(of person: [UInt8]) throws(StorageError) -> AccountID? {
        let row = try connection.prepare(
            """
            SELECT session.account FROM issued_session JOIN session ON session.number = issued_session.session \
            WHERE issued_session.person = ?1 ORDER BY session.number DESC LIMIT 1
            """)
        try row.bind(1, person)
        return try row.step() ? AccountID(row.text(0)) : nil
    }

    /// The sessions that a logout is about: those that began with a token from before it.
    func sessions(of target: ProviderLogout.Target, issuedUpTo moment: Int64) throws(StorageError) -> [Int64] {
        let (column, name) =
            switch target {
            case .person(let name): ("person", name)
            case .providerSession(let name): ("provider_session", name)
            }
        let row = try connection.prepare(
            """
            SELECT session FROM issued_session WHERE \(column) = ?1 \
            AND (first_issued_at IS NULL OR first_issued_at <= ?2) ORDER BY session
            """)
        try row.bind(1, name)
        try row.bind(2, moment)
        var sessions: [Int64] = []
        while try row.step() { sessions.append(row.int64(0)) }
        return sessions
    }

    /// Sessions of issuers that are not among those.
    func sessions(ofIssuersBut issuers: Set<String>, limit: Int) throws(StorageError) -> [Int64] {
        let places = issuers.indices.enumerated().map { "?\($0.offset + 2)" }.joined(separator: ", ")
        let row = try connection.prepare(
            "SELECT session FROM issued_session WHERE issuer NOT IN (\(places)) ORDER BY session LIMIT ?1")
        try row.bind(1, limit)
        for (offset, issuer) in issuers.enumerated() { try row.bind(Int32(offset + 2), issuer) }
        var sessions: [Int64] = []
        while try row.step() { sessions.append(row.int64(0)) }
        return sessions
    }

    func delete(_ session: Int64) throws(StorageError) {
        for table in ["issued_token", "issued_session"] {
            let row = try connection.prepare("DELETE FROM \(table) WHERE session = ?1")
            try row.bind(1, session)
            try row.run()
        }
    }

    /// Forgets tokens that have ended; gives how many.
    func deleteEndedTokens(at now: UnixTime, limit: Int) throws(StorageError) -> Int {
        let row = try connection.prepare(
            """
            DELETE FROM issued_token WHERE (session, name) IN \
            (SELECT session, name FROM issued_token WHERE ends_at <= ?1 LIMIT ?2)
            """)
        try row.bind(1, now.rawValue)
        try row.bind(2, limit)
        return try row.run()
    }
}
