import Models
import Storage

/// Rows of the audit log are only ever added.
struct AuditTable {
    let connection: Connection

    private static let columns: SQL = """
        number, at, credential, api_key, api_key_name, call, account, subject_key, outcome, request, hash
        """

    func head() throws(StorageError) -> (number: Int64, hash: [UInt8])? {
        try connection.first("SELECT number, hash FROM audit_entry ORDER BY number DESC LIMIT 1") {
            row throws(StorageError) in (number: try row["number"], hash: try row["hash"])
        }
    }

    /// Writes of the common partition are serialised across processes, so two entries cannot have the same predecessor.
    func append(_ call: AuditedCall, at now: UnixTime) throws(StorageError) -> AuditEntry {
        let head = try head()
        let entry = AuditChain.entry(call, at: now, after: head?.number ?? 0, head?.hash ?? AuditChain.origin)
        try insert(entry)
        return entry
    }

    private func insert(_ entry: AuditEntry) throws(StorageError) {
        let call = entry.call
        try connection.run(
            """
            INSERT INTO audit_entry (\(AuditTable.columns)) VALUES (\(entry.number), \(entry.at), \(call.credential.rawValue), \
            \(call.apiKey), \(call.apiKeyName), \(call.call), \(call.account), \(call.subjectKey), \(call.outcome), \
            \(call.request), \(entry.hash))
            """)
    }

    /// The latest first, before a number.
    func entries(before number: Int64, limit: Int) throws(StorageError) -> [AuditEntry] {
        try connection.all(
            "SELECT \(AuditTable.columns) FROM audit_entry WHERE number < \(number) ORDER BY number DESC",
            limit: limit, AuditEntry.init)
    }

    func entries(
        of account: AccountID, before number: Int64, limit: Int
    ) throws(StorageError) -> [AuditEntry] {
        try connection.all(
            """
            SELECT \(AuditTable.columns) FROM audit_entry WHERE account = \(account) AND number < \(number) \
            ORDER BY number DESC
            """, limit: limit, AuditEntry.init)
    }

    /// Passes entries on in order, until `visit` returns false. Unreadable entries are skipped: a caller that checks the
    /// numbers notices the gap.
    func forEach(
        after number: Int64, limit: Int, _ visit: (AuditEntry) -> Bool
    ) throws(StorageError) {
        try connection.forEach(
            """
            SELECT \(AuditTable.columns) FROM audit_entry WHERE number > \(number) ORDER BY number LIMIT \(limit)
            """
        ) { row throws(StorageError) in
            guard let entry = try AuditEntry(row) else { return true }
            return visit(entry)
        }
    }
}

extension AuditEntry {
    fileprivate init?(_ row: borrowing Row) throws(StorageError) {
        guard let credential = AuditCredential(rawValue: try row["credential"]) else { return nil }
        try self.init(
            number: row["number"], at: row["at"],
            call: AuditedCall(
                credential: credential, apiKey: row["api_key"], apiKeyName: row["api_key_name"],
                call: row["call"], account: row["account"], subjectKey: row["subject_key"], outcome: row["outcome"],
                request: row["request"]), hash: row["hash"])
    }
}
