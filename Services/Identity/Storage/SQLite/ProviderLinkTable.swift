// Rows of the table `provider_link`: whose account a person of an identity provider has.

import Models
import Storage

/// The table `provider_link`.
struct ProviderLinkTable {
    let connection: Connection

    /// The account of the person; nil when there is none.
    func find(_ link: ProviderLink) throws(StorageError) -> AccountID? {
        let row = try connection.prepare(
            """
            SELECT a.id FROM provider_link l JOIN account a ON a.number = l.account \
            WHERE l.issuer = ?1 AND l.subject_hash = ?2
            """)
        try row.bind(1, link.issuer)
        try row.bind(2, link.subjectHash)
        guard try row.step() else { return nil }
        guard let account = AccountID(row.text(0)) else {
            throw .corrupt(path: "provider_link", message: "the account of a link cannot be read")
        }
        return account
    }

    /// Links a person to an account. There must be no link yet.
    func insert(_ link: ProviderLink, to number: Int64) throws(StorageError) {
        let statement = try connection.prepare(
            "INSERT INTO provider_link (issuer, subject_hash, account) VALUES (?1, ?2, ?3)")
        try statement.bind(1, link.issuer)
        try statement.bind(2, link.subjectHash)
        try statement.bind(3, number)
        try statement.run()
    }
}
