// The handle that a read, a write or a migration gets to its database.

import Models

/// A database connection, lent to a closure for the time it runs. Not to be kept or sent elsewhere.
///
/// Each statement is compiled once per connection, and runs from its beginning to its end inside one of these calls.
public struct Connection {
    @usableFromInline let state: SQLiteConnection

    init(state: SQLiteConnection) { self.state = state }

    /// Runs a statement and says how many rows it changed.
    ///
    /// - Throws: `StorageError`.
    @discardableResult
    public func run(_ sql: SQL) throws(StorageError) -> Int {
        let statement = try state.begin(sql)
        defer { statement.end() }
        while try statement.step() {}
        return state.changes
    }

    /// What `read` makes of the first row; nil without one. A statement that changes something runs to its end.
    ///
    /// - Throws: `StorageError`.
    @inlinable
    public func first<Value>(
        _ sql: SQL, _ read: (borrowing Row) throws(StorageError) -> Value?
    ) throws(StorageError) -> Value? {
        let statement = try state.begin(sql)
        defer { statement.end() }
        guard try statement.step() else { return nil }
        let value = try read(Row(statement))
        // What only shows at the end of a change, as a broken reference does, would else be passed over.
        if statement.changesData { while try statement.step() {} }
        return value
    }

    /// What `read` makes of each row, without those of which it makes nothing.
    ///
    /// - Throws: `StorageError`.
    @inlinable
    public func all<Value>(
        _ sql: SQL, _ read: (borrowing Row) throws(StorageError) -> Value?
    ) throws(StorageError) -> [Value] {
        let statement = try state.begin(sql)
        defer { statement.end() }
        var values: [Value] = []
        while try statement.step() {
            if let value = try read(Row(statement)) { values.append(value) }
        }
        return values
    }

    /// Gives the rows to `visit`, one after the other, until it says false.
    ///
    /// - Throws: `StorageError`.
    @inlinable
    public func forEach(
        _ sql: SQL, _ visit: (borrowing Row) throws(StorageError) -> Bool
    ) throws(StorageError) {
        let statement = try state.begin(sql)
        defer { statement.end() }
        while try statement.step(), try visit(Row(statement)) {}
    }

    /// The only column of the first row; nil when it is NULL, and without a row.
    ///
    /// - Throws: `StorageError`.
    @inlinable
    public func value<Value: ColumnValue>(
        _ sql: SQL, as type: Value.Type = Value.self
    ) throws(StorageError) -> Value? {
        try first(sql) { row throws(StorageError) in try row.only() as Value? }
    }

    /// The only column of each row.
    ///
    /// - Throws: `StorageError`.
    @inlinable
    public func values<Value: ColumnValue>(
        _ sql: SQL, as type: Value.Type = Value.self
    ) throws(StorageError) -> [Value] {
        try all(sql) { row throws(StorageError) in try row.only() as Value }
    }

    /// Whether there is a row.
    ///
    /// - Throws: `StorageError`.
    public func exists(_ sql: SQL) throws(StorageError) -> Bool {
        let statement = try state.begin(sql)
        defer { statement.end() }
        return try statement.step()
    }

    /// Runs all statements of a script without values, for schemas and other rare things.
    ///
    /// - Throws: `StorageError`. Transactions are the database's business: BEGIN, COMMIT and the like are refused.
    public func execute(_ script: SQL) throws(StorageError) { try state.execute(script) }

    /// The number of the latest row inserted on this connection, in a table that numbers its rows.
    ///
    /// Of one row, `INSERT … RETURNING` tells it better.
    public var lastInsertedRowID: Int64 { state.lastInsertedRowID }
}
