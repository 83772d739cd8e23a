import Models
import Storage

extension IdentityStore {
    func readDocument(_ account: AccountID, _ name: DocumentName) async throws(IdentityStoreError) -> AccountDocument {
        try await read { connection in
            let row = try present(account, connection)
            guard let document = try findDocument(name, of: row.number, connection) else {
                throw Refusal.unknownDocument
            }
            return document
        }
    }

    func writeDocument(
        _ account: AccountID, _ name: DocumentName, _ mode: WriteDocument.Mode, _ change: DocumentContent,
        at now: UnixTime
    ) async throws(IdentityStoreError) -> AccountDocument {
        try await write(on: .account(account)) { connection in
            let row = try presentPerson(account, connection)
            let present = try findDocument(name, of: row.number, connection)
            let content = try DocumentRules.content(
                after: change, mode, of: present.map { DocumentContent(stored: $0.json.value) })
            let document = AccountDocument(
                json: Personal(content.json), createdAt: present?.createdAt ?? now,
                updatedAt: max(now, present?.updatedAt ?? now))
            try connection.run(
                """
                INSERT INTO account_document (account, name, json, created_at, updated_at) VALUES (\(row.number), \
                \(name.rawValue), \(document.json), \(document.createdAt), \(document.updatedAt)) \
                ON CONFLICT (account, name) DO UPDATE SET json = excluded.json, created_at = excluded.created_at, \
                updated_at = excluded.updated_at
                """)
            return document
        }
    }

    private func findDocument(
        _ name: DocumentName, of number: Int64, _ connection: Connection
    ) throws(StorageError) -> AccountDocument? {
        try connection.first(
            """
            SELECT json, created_at, updated_at FROM account_document \
            WHERE account = \(number) AND name = \(name.rawValue)
            """
        ) { row throws(StorageError) in
            try AccountDocument(json: row["json"], createdAt: row["created_at"], updatedAt: row["updated_at"])
        }
    }
}
