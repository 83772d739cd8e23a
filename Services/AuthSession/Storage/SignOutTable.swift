import Models
import Storage

struct SignOutTable {
    let connection: Connection

    // MARK: Marks

    /// Sets a mark. If the name has a mark, the later of both times stays, with the reason of the new mark.
    func set(_ mark: SignOutMark, on name: [UInt8], at now: UnixTime, until end: UnixTime) throws(StorageError) {
        try connection.run(
            """
            INSERT INTO sign_out_mark (name, issued_up_to, reason, set_at, kept_until) \
            VALUES (\(name), \(mark.issuedUpTo), \(mark.reason), \(now), \(end)) \
            ON CONFLICT (name) DO UPDATE SET issued_up_to = CASE WHEN excluded.issued_up_to > sign_out_mark.issued_up_to \
            THEN excluded.issued_up_to ELSE sign_out_mark.issued_up_to END, reason = excluded.reason, \
            set_at = excluded.set_at, kept_until = CASE WHEN excluded.kept_until > sign_out_mark.kept_until \
            THEN excluded.kept_until ELSE sign_out_mark.kept_until END
            """)
    }

    /// Returns the reason of the mark that was set last among the marks that refuse the token; nil if no mark does.
    func refusal(of names: [[UInt8]], issuedAt: Int64?) throws(StorageError) -> SessionEnd.Reason? {
        let marks = try connection.all(
            "SELECT issued_up_to, reason FROM sign_out_mark WHERE name IN \(list: names) ORDER BY set_at DESC"
        ) { row throws(StorageError) in
            // An unknown reason of a later version may be replaced by any known reason.
            SignOutMark(
                issuedUpTo: try row["issued_up_to"], reason: try row["reason"] as SessionEnd.Reason? ?? .signedOut)
        }
        return marks.first { $0.refuses(issuedAt: issuedAt) }?.reason
    }

    // MARK: Logout tokens

    /// Records a logout token. Returns false if it was seen before.
    func record(logout name: [UInt8], until end: UnixTime) throws(StorageError) -> Bool {
        try connection.run(
            "INSERT INTO seen_logout (name, kept_until) VALUES (\(name), \(end)) ON CONFLICT DO NOTHING") > 0
    }

    // MARK: Exchanged tokens

    /// Revokes an exchanged token. Returns false if it was revoked before.
    func revoke(_ token: TokenID, until end: UnixTime) throws(StorageError) -> Bool {
        try connection.run(
            "INSERT INTO revoked_token (id, kept_until) VALUES (\(token), \(end)) ON CONFLICT DO NOTHING") > 0
    }

    func isRevoked(_ token: TokenID) throws(StorageError) -> Bool {
        try connection.exists("SELECT 1 FROM revoked_token WHERE id = \(token)")
    }

    // MARK: Forgetting

    func deleteOld(at now: UnixTime, limit: Int) throws(StorageError) -> Int {
        let tables: [(table: SQL, key: SQL)] = [
            ("sign_out_mark", "name"), ("seen_logout", "name"), ("revoked_token", "id"), ("spent_token", "number"),
        ]
        var count = 0
        for (table, key) in tables {
            count += try connection.run(
                """
                DELETE FROM \(table) WHERE \(key) IN \
                (SELECT \(key) FROM \(table) WHERE kept_until <= \(now) LIMIT \(limit))
                """)
        }
        return count
    }
}

struct SpentTokenTable {
    let connection: Connection

    func maySpend(_ token: SpentToken, at now: UnixTime) throws(StorageError) -> Bool {
        let spentAt: UnixTime? = try connection.value("SELECT spent_at FROM spent_token WHERE name = \(token.name)")
        return spentAt.map { token.mayRepeat(spentAt: $0, at: now) } ?? true
    }

    /// Records a sign-in with a token. A repetition keeps the time of the first use.
    func spend(_ token: SpentToken, at now: UnixTime) throws(StorageError) {
        let added = try connection.run(
            """
            INSERT INTO spent_token (name, spent_at, kept_until) VALUES (\(token.name), \(now), \(token.end)) \
            ON CONFLICT DO NOTHING
            """)
        guard added > 0 else { return }
        try connection.run(
            "DELETE FROM spent_token WHERE number <= (SELECT max(number) FROM spent_token) - \(SpentToken.maximum)")
    }
}
