// Rows of the tables `sign_out_mark`, `seen_logout` and `revoked_token`: what must not count again, and for how long.

import Models
import Storage

/// The tables of what must not count again.
struct SignOutTable {
    let connection: Connection

    // MARK: Marks

    /// Sets a mark. One that reaches further stays as far as it reaches.
    func set(_ mark: SignOutMark, on name: [UInt8], at now: UnixTime, until end: UnixTime) throws(StorageError) {
        let row = try connection.prepare(
            """
            INSERT INTO sign_out_mark (name, issued_up_to, reason, set_at, kept_until) VALUES (?1, ?2, ?3, ?4, ?5) \
            ON CONFLICT (name) DO UPDATE SET issued_up_to = max(issued_up_to, ?2), reason = ?3, set_at = ?4, \
            kept_until = max(kept_until, ?5)
            """)
        try row.bind(1, name)
        try row.bind(2, mark.issuedUpTo)
        try row.bind(3, mark.reason.rawValue)
        try row.bind(4, now.rawValue)
        try row.bind(5, end.rawValue)
        try row.run()
    }

    /// Why a token that is known by these names counts no more, by the latest mark that refuses it; nil when it may count.
    func refusal(of names: IssuedNames, issuedAt: Int64?) throws(StorageError) -> SessionEnd.Reason? {
        let all = names.all
        let places = all.indices.map { "?\($0 + 1)" }.joined(separator: ", ")
        let row = try connection.prepare(
            "SELECT issued_up_to, reason FROM sign_out_mark WHERE name IN (\(places)) ORDER BY set_at DESC")
        for (index, name) in all.enumerated() { try row.bind(Int32(index + 1), name) }
        while try row.step() {
            // A reason of a later version of the program is as good as any here.
            let reason = SessionEnd.Reason(rawValue: row.text(1)) ?? .signedOut
            if SignOutMark(issuedUpTo: row.int64(0), reason: reason).refuses(issuedAt: issuedAt) { return reason }
        }
        return nil
    }

    // MARK: Logout tokens

    /// Notes a logout token; false when it was seen before.
    func note(logout name: [UInt8], until end: UnixTime) throws(StorageError) -> Bool {
        let row = try connection.prepare(
            "INSERT INTO seen_logout (name, kept_until) VALUES (?1, ?2) ON CONFLICT DO NOTHING")
        try row.bind(1, name)
        try row.bind(2, end.rawValue)
        return try row.run() > 0
    }

    // MARK: Exchanged tokens

    /// Revokes an exchanged token; false when it was revoked before.
    func revoke(_ token: TokenID, until end: UnixTime) throws(StorageError) -> Bool {
        let row = try connection.prepare(
            "INSERT INTO revoked_token (id, kept_until) VALUES (?1, ?2) ON CONFLICT DO NOTHING")
        try row.bind(1, token.text)
        try row.bind(2, end.rawValue)
        return try row.run() > 0
    }

    func isRevoked(_ token: TokenID) throws(StorageError) -> Bool {
        let row = try connection.prepare("SELECT 1 FROM revoked_token WHERE id = ?1")
        try row.bind(1, token.text)
        return try row.step()
    }

    // MARK: Forgetting

    /// Forgets what is kept no longer; gives how many rows.
    func deleteOld(at now: UnixTime, limit: Int) throws(StorageError) -> Int {
        var count = 0
        for (table, key) in [
            ("sign_out_mark", "name"), ("seen_logout", "name"), ("revoked_token", "id"), ("spent_token", "number"),
        ] {
            let row = try connection.prepare(
                "DELETE FROM \(table) WHERE \(key) IN (SELECT \(key) FROM \(table) WHERE kept_until <= ?1 LIMIT ?2)")
            try row.bind(1, now.rawValue)
            try row.bind(2, limit)
            count += try row.run()
        }
        return count
    }
}
