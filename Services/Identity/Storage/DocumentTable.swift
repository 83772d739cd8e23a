import Models
import Storage

struct DocumentTable {
    let connection: Connection

    func find(_ name: DocumentName, of number: Int64) throws(StorageError) -> AccountDocument? {
        try connection.first(
            """
            SELECT json, created_at, updated_at FROM account_document \
            WHERE account = \(number) AND name = \(name.rawValue)
            """
        ) { row throws(StorageError) in
            try AccountDocument(json: row["json"], createdAt: row["created_at"], updatedAt: row["updated_at"])
        }
    }

    func set(_ document: AccountDocument, _ name: DocumentName, of number: Int64) throws(StorageError) {
        try connection.run(
            """
            INSERT INTO account_document (account, name, json, created_at, updated_at) VALUES (\(number), \
            \(name.rawValue), \(document.json), \(document.createdAt), \(document.updatedAt)) \
            ON CONFLICT (account, name) DO UPDATE SET json = excluded.json, created_at = excluded.created_at, \
            updated_at = excluded.updated_at
            """)
    }
}
