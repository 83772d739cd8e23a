// Rows of the table `account_document`.

import Models
import Storage

/// The table `account_document`.
struct DocumentTable {
    let connection: Connection

    /// Nil when the account has none of this name.
    func find(_ name: DocumentName, of number: Int64) throws(StorageError) -> AccountDocument? {
        let row = try connection.prepare(
            "SELECT json, created_at, updated_at FROM account_document WHERE account = ?1 AND name = ?2")
        try row.bind(1, number)
        try row.bind(2, name.rawValue)
        guard try row.step() else { return nil }
        return AccountDocument(
            json: Personal(row.text(0)), createdAt: UnixTime(milliseconds: row.int64(1)),
            updatedAt: UnixTime(milliseconds: row.int64(2)))
    }

    /// Keeps a document in the place of the one that the account had.
    func set(_ document: AccountDocument, _ name: DocumentName, of number: Int64) throws(StorageError) {
        let statement = try connection.prepare(
            """
            INSERT OR REPLACE INTO account_document (account, name, json, created_at, updated_at) \
            VALUES (?1, ?2, ?3, ?4, ?5)
            """)
        try statement.bind(1, number)
        try statement.bind(2, name.rawValue)
        try statement.bind(3, document.json.value)
        try statement.bind(4, document.createdAt.rawValue)
        try statement.bind(5, document.updatedAt.rawValue)
        try statement.run()
    }
}
