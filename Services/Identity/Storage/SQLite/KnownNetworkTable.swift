// Rows of the table `known_network`: from where accounts were signed in to.

import Models
import Storage

/// The table `known_network`.
struct KnownNetworkTable {
    let connection: Connection

    /// Whether an account was signed in to from a network at a moment or later.
    func contains(_ hash: [UInt8], of account: AccountID, since oldest: UnixTime) throws(StorageError) -> Bool {
        let row = try connection.prepare(
            """
            SELECT 1 FROM known_network n JOIN account a ON a.number = n.account \
            WHERE a.id = ?1 AND n.hash = ?2 AND n.used_at >= ?3
            """)
        try row.bind(1, account.text)
        try row.bind(2, hash)
        try row.bind(3, oldest.rawValue)
        return try row.step()
    }

    /// Remembers a network as used now, and forgets what an account need not remember.
    func insert(_ network: SeenNetwork, of number: Int64, at now: UnixTime) throws(StorageError) {
        let insert = try connection.prepare(
            "INSERT OR REPLACE INTO known_network (account, hash, used_at) VALUES (?1, ?2, ?3)")
        try insert.bind(1, number)
        try insert.bind(2, network.hash)
        try insert.bind(3, now.rawValue)
        try insert.run()
        let delete = try connection.prepare(
            """
            DELETE FROM known_network WHERE account = ?1 AND (used_at < ?2 OR hash NOT IN \
            (SELECT hash FROM known_network WHERE account = ?1 ORDER BY used_at DESC LIMIT ?3))
            """)
        try delete.bind(1, number)
        try delete.bind(2, network.oldest.rawValue)
        try delete.bind(3, KnownNetworks.maximumPerAccount)
        try delete.run()
    }

    /// Forgets the networks that were used last before a moment.
    func deleteOld(before moment: UnixTime) throws(StorageError) {
        let statement = try connection.prepare("DELETE FROM known_network WHERE used_at < ?1")
        try statement.bind(1, moment.rawValue)
        try statement.run()
    }
}
