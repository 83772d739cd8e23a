import Models
import Storage

struct SpentTokenTable {
    let connection: Connection

    func maySpend(_ token: SpentToken, at now: UnixTime) throws(StorageError) -> Bool {
        let spentAt: UnixTime? = try connection.value("SELECT spent_at FROM spent_token WHERE name = \(token.name)")
        return spentAt.map { token.mayRepeat(spentAt: $0, at: now) } ?? true
    }

    /// Records a sign-in with a token. The first time stays; returns whether this is the first.
    @discardableResult
    func spend(
        _ token: SpentToken, at now: UnixTime, maximum: Int64 = SpentToken.maximum
    ) throws(StorageError) -> Bool {
        let added = try connection.run(
            """
            INSERT INTO spent_token (name, spent_at, kept_until) VALUES (\(token.name), \(now), \(token.end)) \
            ON CONFLICT DO NOTHING
            """)
        guard added > 0 else { return false }
        try connection.run(
            "DELETE FROM spent_token WHERE number <= (SELECT max(number) FROM spent_token) - \(maximum)")
        return true
    }
}
