// What a service has erased with accounts and has not reported yet.

public import Models

/// The rows that were erased with accounts, counted in the transaction that erased them, until they are reported to the
/// service that keeps the erasures.
///
/// An account of which there was nothing has a row too, with an empty name and no rows.
public enum ErasureReportTable {
    /// The statement that makes the table.
    public static let table: SQL = """
        CREATE TABLE erasure_report (
            account TEXT NOT NULL,
            sequence INTEGER NOT NULL,
            table_name TEXT NOT NULL,
            row_count INTEGER NOT NULL,
            gone_by INTEGER,
            PRIMARY KEY (account, sequence, table_name)
        ) STRICT, WITHOUT ROWID;
        """

    /// Notes what was erased with an account, by which change of the accounts feed.
    ///
    /// - Throws: `StorageError`.
    public static func record(
        _ counts: ErasedRowCounts, of account: String, at sequence: UInt64, in connection: Connection
    ) throws(StorageError) {
        // What is no id was never an account of which somebody asked for a receipt.
        guard let account = AccountID(account) else { return }
        for table in counts.tables.isEmpty ? [ErasedTable("", rows: 0)] : counts.tables {
            try connection.run(
                """
                INSERT INTO erasure_report (account, sequence, table_name, row_count, gone_by) \
                VALUES (\(account), \(sequence), \(table.name), \(table.rows), \(table.goneBy)) \
                ON CONFLICT (account, sequence, table_name) DO UPDATE \
                SET row_count = erasure_report.row_count + excluded.row_count
                """)
        }
    }

    /// What is to be reported, of at most so many accounts.
    ///
    /// - Throws: `StorageError`.
    public static func pending(limit: Int, in connection: Connection) throws(StorageError) -> [ErasedAccountRows] {
        let keys = try connection.all(
            "SELECT DISTINCT sequence, account FROM erasure_report ORDER BY sequence, account", limit: limit
        ) { row throws(StorageError) in
            (sequence: try row["sequence"] as UInt64, account: try row["account"] as AccountID)
        }
        return try keys.map { key throws(StorageError) in
            let tables = try connection.all(
                """
                SELECT table_name, row_count, gone_by FROM erasure_report \
                WHERE account = \(key.account) AND sequence = \(key.sequence) AND row_count > 0 ORDER BY table_name
                """
            ) { row throws(StorageError) in
                ErasedTable(try row["table_name"], rows: try row["row_count"], goneBy: try row["gone_by"])
            }
            return ErasedAccountRows(account: key.account, sequence: key.sequence, tables: tables)
        }
    }

    /// Forgets what has been reported.
    ///
    /// - Throws: `StorageError`.
    public static func forget(_ reported: [ErasedAccountRows], in connection: Connection) throws(StorageError) {
        for rows in reported {
            try connection.run(
                "DELETE FROM erasure_report WHERE account = \(rows.account) AND sequence = \(rows.sequence)")
        }
    }

    /// Forgets everything: the feed starts over, and its sequences say nothing of the ones before.
    ///
    /// - Throws: `StorageError`.
    public static func forgetAll(in connection: Connection) throws(StorageError) {
        try connection.run("DELETE FROM erasure_report")
    }
}
