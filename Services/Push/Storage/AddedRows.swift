import Storage

/// Added by one transaction. Numbers only grow, but on PostgreSQL rows of other transactions can lie between them.
struct AddedRows {
    let count: Int
    let numbers: ClosedRange<Int64>

    /// - Parameter insert: Returns the count of added rows.
    init?(
        to table: SQL, on connection: Connection, _ insert: () throws(StorageError) -> Int
    ) throws(StorageError) {
        let former: Int64 = try connection.value("SELECT max(number) FROM \(table)") ?? 0
        count = try insert()
        guard count > 0, let last: Int64 = try connection.value("SELECT max(number) FROM \(table)") else { return nil }
        numbers = former + 1...last
    }
}
