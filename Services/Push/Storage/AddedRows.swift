// Which rows an INSERT of many has added.

import Storage

/// Rows that one transaction has added to a table that numbers its rows.
///
/// Numbers only grow, but those of one transaction need not follow one another: on PostgreSQL, rows of others can stand
/// between them.
struct AddedRows {
    let count: Int
    /// Between which numbers they lie.
    let numbers: ClosedRange<Int64>

    /// - Parameter insert: Adds the rows and says how many there are.
    /// - Returns: Nil when there are none.
    init?(
        to table: SQL, on connection: Connection, _ insert: () throws(StorageError) -> Int
    ) throws(StorageError) {
        let former: Int64 = try connection.value("SELECT max(number) FROM \(table)") ?? 0
        count = try insert()
        guard count > 0, let last: Int64 = try connection.value("SELECT max(number) FROM \(table)") else { return nil }
        numbers = former + 1...last
    }
}
