import Models
import Storage

struct ProviderLinkTable {
    let connection: Connection

    func find(_ link: ProviderLink) throws(StorageError) -> AccountID? {
        try connection.value(
            """
            SELECT a.id FROM provider_link l JOIN account a ON a.number = l.account \
            WHERE l.issuer = \(link.issuer) AND l.subject_hash = \(link.subjectHash)
            """)
    }

    func insert(_ link: ProviderLink, to number: Int64, at now: UnixTime) throws(StorageError) {
        try connection.run(
            """
            INSERT INTO provider_link (issuer, subject_hash, account, linked_at) \
            VALUES (\(link.issuer), \(link.subjectHash), \(number), \(now))
            """)
    }

    func all(of number: Int64) throws(StorageError) -> [LinkedProvider] {
        try connection.all(
            """
            SELECT \(ProviderLinkTable.id) AS id, issuer, linked_at FROM provider_link WHERE account = \(number) \
            ORDER BY linked_at DESC, subject_hash
            """
        ) { row throws(StorageError) in
            try LinkedProvider(id: row["id"], issuer: row["issuer"], linkedAt: row["linked_at"])
        }
    }

    /// Returns whether there was one.
    func delete(_ link: ProviderLinkID, of number: Int64) throws(StorageError) -> Bool {
        try connection.run(
            "DELETE FROM provider_link WHERE account = \(number) AND \(ProviderLinkTable.id) = \(link)") > 0
    }

    func deleteAll(of number: Int64) throws(StorageError) {
        try connection.run("DELETE FROM provider_link WHERE account = \(number)")
    }

    /// The id of a link for its user: long enough to be unique within an account.
    private static let id: SQL = "substr(subject_hash, 1, 24)"
}
