import Models
import Storage

struct KnownNetworkTable {
    let connection: Connection

    func contains(_ hash: [UInt8], of account: AccountID, since oldest: UnixTime) throws(StorageError) -> Bool {
        try connection.exists(
            """
            SELECT 1 FROM known_network n JOIN account a ON a.number = n.account \
            WHERE a.id = \(account) AND n.hash = \(hash) AND n.used_at >= \(oldest)
            """)
    }

    /// Stores a network as used now, and deletes the oldest ones beyond the limit.
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
}
