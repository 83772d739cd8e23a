import Models
import Storage

extension IdentityStore {
    func readDocument(
        _ account: AccountID, _ name: DocumentName
    ) async throws(IdentityStoreError) -> AccountDocument {
        try await read { connection in
            let row = try present(account, connection)
            guard let document = try DocumentTable(connection: connection).find(name, of: row.number) else {
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
            let table = DocumentTable(connection: connection)
            let present = try table.find(name, of: row.number)
            let content = try DocumentRules.content(
                after: change, mode, of: present.map { DocumentContent(stored: $0.json.value) })
            let document = AccountDocument(
                json: Personal(content.json), createdAt: present?.createdAt ?? now,
                updatedAt: max(now, present?.updatedAt ?? now))
            try table.set(document, name, of: row.number)
            return document
        }
    }
}
