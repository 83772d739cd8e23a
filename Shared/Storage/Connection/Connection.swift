// The handle that a read, a write or a migration gets to its database.

import GRDBSQLite
import Models

/// A database connection, lent to a closure for the time it runs.
///
/// Not to be kept or sent elsewhere: statements end with the closure that asked for them.
public struct Connection {
    let state: ConnectionState

    /// Runs all statements in `sql`, for schemas and other rare things.
    ///
    /// - Throws: `StorageError`. Transactions are the database's business: BEGIN, COMMIT and the like are refused.
    public func execute(_ sql: String) throws(StorageError) {
        try state.execute(sql)
    }

    /// The statement for `sql`, compiled once per connection.
    ///
    /// One `sql` is one statement: preparing the same text again takes the statement away from its former holder, so rows
    /// cannot be read from two of the same kind at once.
    ///
    /// - Throws: `StorageError`, when the SQL is wrong or not exactly one statement.
    public func prepare(_ sql: String) throws(StorageError) -> PreparedStatement {
        PreparedStatement(try state.lease(sql), on: state)
    }

    /// How many rows the latest INSERT, UPDATE or DELETE changed.
    public var changes: Int {
        guard let handle = state.handle else { return 0 }
        return Int(sqlite3_changes64(handle))
    }

    /// The rowid of the latest row inserted on this connection.
    public var lastInsertedRowID: Int64 {
        guard let handle = state.handle else { return 0 }
        return sqlite3_last_insert_rowid(handle)
    }
}
