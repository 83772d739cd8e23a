public import Models

/// The numbers of erased rows, recorded in the same transaction and kept until they are reported to the identity
/// service. An account without rows has one entry, with an empty table name.
public enum ErasureReportTable {
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

    /// Records how many rows of an account were erased, and the sequence of the causing change in the accounts feed.
    public static func record(
        _ counts: ErasedRowCounts, of account: String, at sequence: UInt64, in connection: Connection
    ) throws(StorageError) {
        // An invalid id was never an account, so no receipt is due for it.
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

    /// Returns the unreported erasures of at most `limit` accounts.
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

    public static func forget(_ reported: [ErasedAccountRows], in connection: Connection) throws(StorageError) {
        for rows in reported {
            try connection.run(
                "DELETE FROM erasure_report WHERE account = \(rows.account) AND sequence = \(rows.sequence)")
        }
    }

    /// Removes all entries, because after the feed has started over, earlier sequences are meaningless.
    public static func forgetAll(in connection: Connection) throws(StorageError) {
        try connection.run("DELETE FROM erasure_report")
    }
}

/// Counts the erased rows of each table.
public struct ErasedRowCounts: Hashable, Sendable {
    /// The counts of the tables that had rows, in the order of the first count.
    public private(set) var tables: [ErasedTable] = []

    public init() {}

    /// Adds a number of rows.
    /// - Parameter end: When the rows are deleted, if they stay for a while; nil if they are already deleted.
    public mutating func add(_ rows: Int, of table: String, goneBy end: UnixTime? = nil) {
        guard rows > 0 else { return }
        guard let index = tables.firstIndex(where: { $0.name == table }) else {
            return tables.append(ErasedTable(table, rows: Int64(rows), goneBy: end))
        }
        tables[index].rows += Int64(rows)
        tables[index].goneBy = [tables[index].goneBy, end].compactMap(\.self).max()
    }
}
