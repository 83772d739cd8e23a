// Rows of the table `spent_token`: identity tokens with which somebody has signed in.

import Models
import Storage

/// The table `spent_token`.
struct SpentTokenTable {
    let connection: Connection

    /// Whether somebody may sign in with a token: nobody has yet, or only a moment ago.
    func maySpend(_ name: [UInt8], at now: UnixTime) throws(StorageError) -> Bool {
        let row = try connection.prepare("SELECT spent_at FROM spent_token WHERE name = ?1")
        try row.bind(1, name)
        guard try row.step() else { return true }
        return SpentToken.mayRepeat(spentAt: UnixTime(milliseconds: row.int64(0)), at: now)
    }

    /// Notes that somebody has signed in with a token; the first time stays.
    func spend(_ token: SpentToken, at now: UnixTime, maximum: Int64 = SpentToken.maximum) throws(StorageError) {
        let row = try connection.prepare(
            "INSERT INTO spent_token (name, spent_at, kept_until) VALUES (?1, ?2, ?3) ON CONFLICT DO NOTHING")
        try row.bind(1, token.name)
        try row.bind(2, now.rawValue)
        try row.bind(3, token.end.rawValue)
        guard try row.run() > 0 else { return }
        let surplus = try connection.prepare(
            "DELETE FROM spent_token WHERE number <= (SELECT max(number) FROM spent_token) - ?1")
        try surplus.bind(1, maximum)
        try surplus.run()
    }
}
