// Rows of the table `provider_link`: whose account a person of an identity provider has.

import Models
import Storage

/// The table `provider_link`.
struct ProviderLinkTable {
    let connection: Connection

    /// The account of the person; nil when there is none.
    func find(_ link: ProviderLink) throws(StorageError) -> AccountID? {
        try connection.value(
            """
            SELECT a.id FROM provider_link l JOIN account a ON a.number = l.account \
            WHERE l.issuer = \(link.issuer) AND l.subject_hash = \(link.subjectHash)
            """)
    }

    /// Links a person to an account. There must be no link yet.
    func insert(_ link: ProviderLink, to number: Int64) throws(StorageError) {
        try connection.run(
            """
            INSERT INTO provider_link (issuer, subject_hash, account) \
            VALUES (\(link.issuer), \(link.subjectHash), \(number))
            """)
    }
}
