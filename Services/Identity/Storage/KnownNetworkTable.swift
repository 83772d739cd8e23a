// Rows of the table `known_network`: from where accounts were signed in to.

import Models
import Storage

/// The table `known_network`.
struct KnownNetworkTable {
    let connection: Connection

    /// Whether an account was signed in to from a network at a moment or later.
    func contains(_ hash: [UInt8], of account: AccountID, since oldest: UnixTime) throws(StorageError) -> Bool {
        try connection.exists(
            """
            SELECT 1 FROM known_network n JOIN account a ON a.number = n.account \
            WHERE a.id = \(account) AND n.hash = \(hash) AND n.used_at >= \(oldest)
            """)
    }

    /// Remembers a network as used now, and forgets what an account need not remember.
    func insert(_ network: SeenNetwork, of number: Int64, at now: UnixTime) throws(StorageError) {
        try connection.run(
            """
            INSERT INTO known_network (account, hash, used_at) VALUES (\(number), \(network.hash), \(now)) \
            ON CONFLICT (account, hash) DO UPDATE SET used_at = excluded.used_at
            """)
        try connection.run(
            """
            DELETE FROM known_network WHERE account = \(number) AND (used_at < \(network.oldest) OR hash NOT IN \
            (SELECT hash FROM known_network WHERE account = \(number) ORDER BY used_at DESC \
            LIMIT \(KnownNetworks.maximumPerAccount)))
            """)
    }

    func deleteAll(of number: Int64) throws(StorageError) {
        try connection.run("DELETE FROM known_network WHERE account = \(number)")
    }

    /// Forgets the networks that were used last before a moment, about so many at most; gives how many.
    func deleteOld(before moment: UnixTime, limit: Int) throws(StorageError) -> Int {
        try connection.run(
            """
            DELETE FROM known_network WHERE used_at < \(moment) AND used_at <= (SELECT max(used_at) FROM (SELECT used_at \
            FROM known_network WHERE used_at < \(moment) ORDER BY used_at LIMIT \(limit)) AS first)
            """)
    }
}
