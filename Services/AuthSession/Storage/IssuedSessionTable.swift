import Models
import Storage

struct IssuedSessionRow {
    let name: [UInt8]
    let person: [UInt8]
    /// The `iat` of the session's latest token, in seconds; nil if the token has none.
    let lastIssuedAt: Int64?
}

/// The tables `issued_session` and `issued_token`, whose rows belong to living sessions.
struct IssuedSessionTable {
    let connection: Connection

    func insert(_ origin: IssuedOrigin, of session: Int64) throws(StorageError) {
        let names = origin.names
        try connection.run(
            """
            INSERT INTO issued_session (session, name, person, provider_session, issuer, first_issued_at, last_issued_at) \
            VALUES (\(session), \(names.session), \(names.person), \(names.providerSession), \(origin.issuer), \
            \(origin.issuedAt), \(origin.issuedAt))
            """)
        try record(origin, of: session)
    }

    /// Adds the session of a web sign-in. It continues without the provider's tokens, so its name matches no token.
    func insert(_ origin: VouchedOrigin, of session: Int64, named id: SessionID) throws(StorageError) {
        try connection.run(
            """
            INSERT INTO issued_session (session, name, person, provider_session, issuer, first_issued_at, last_issued_at) \
            VALUES (\(session), \(Array(id.text.utf8)), \(origin.person), \(origin.providerSession), \(origin.issuer), \
            \(origin.issuedAt), \(origin.issuedAt))
            """)
    }

    func record(_ origin: IssuedOrigin, of session: Int64) throws(StorageError) {
        try connection.run(
            """
            INSERT INTO issued_token (session, name, ends_at) \
            VALUES (\(session), \(origin.names.token), \(origin.tokenEnd)) ON CONFLICT DO NOTHING
            """)
        guard let issuedAt = origin.issuedAt else { return }
        try connection.run(
            """
            UPDATE issued_session SET last_issued_at = \(issuedAt) \
            WHERE session = \(session) AND (last_issued_at IS NULL OR last_issued_at < \(issuedAt))
            """)
    }

    func hasSeen(_ token: [UInt8], _ session: Int64) throws(StorageError) -> Bool {
        try connection.exists("SELECT 1 FROM issued_token WHERE session = \(session) AND name = \(token)")
    }

    func find(_ session: Int64) throws(StorageError) -> IssuedSessionRow? {
        try connection.first(
            "SELECT name, person, last_issued_at FROM issued_session WHERE session = \(session)"
        ) { row throws(StorageError) in
            try IssuedSessionRow(name: row["name"], person: row["person"], lastIssuedAt: row["last_issued_at"])
        }
    }

    func tokens(of session: Int64, at now: UnixTime) throws(StorageError) -> [(name: [UInt8], end: UnixTime)] {
        try connection.all("SELECT name, ends_at FROM issued_token WHERE session = \(session) AND ends_at > \(now)") {
            row throws(StorageError) in (name: try row["name"], end: try row["ends_at"])
        }
    }

    /// Returns the living sessions in which a token was used, the earliest first.
    func sessions(with token: [UInt8]) throws(StorageError) -> [Int64] {
        try connection.values("SELECT session FROM issued_token WHERE name = \(token) ORDER BY session")
    }

    func account(of person: [UInt8]) throws(StorageError) -> AccountID? {
        try connection.value(
            """
            SELECT session.account FROM issued_session JOIN session ON session.number = issued_session.session \
            WHERE issued_session.person = \(person) ORDER BY session.number DESC LIMIT 1
            """)
    }

    /// Returns the sessions that a logout at the provider ends: their first token was issued up to `moment`, in
    /// seconds, or has no `iat`.
    func sessions(of target: ProviderLogout.Target, issuedUpTo moment: Int64) throws(StorageError) -> [Int64] {
        let isMeant: SQL =
            switch target {
            case .person(let name): "person = \(name)"
            case .providerSession(let name): "provider_session = \(name)"
            }
        return try connection.values(
            """
            SELECT session FROM issued_session WHERE \(isMeant) \
            AND (first_issued_at IS NULL OR first_issued_at <= \(moment)) ORDER BY session
            """)
    }

    func sessions(ofIssuersBut issuers: Set<String>, limit: Int) throws(StorageError) -> [Int64] {
        let isOther: SQL = issuers.isEmpty ? "1 = 1" : "issuer NOT IN \(list: issuers)"
        return try connection.values(
            "SELECT session FROM issued_session WHERE \(isOther) ORDER BY session LIMIT \(limit)")
    }

    func delete(_ session: Int64) throws(StorageError) {
        try connection.run("DELETE FROM issued_token WHERE session = \(session)")
        try connection.run("DELETE FROM issued_session WHERE session = \(session)")
    }

    func deleteEndedTokens(at now: UnixTime, limit: Int) throws(StorageError) -> Int {
        try connection.run(
            """
            DELETE FROM issued_token WHERE (session, name) IN \
            (SELECT session, name FROM issued_token WHERE ends_at <= \(now) LIMIT \(limit))
            """)
    }
}
