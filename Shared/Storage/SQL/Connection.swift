// The handle that a read, a write or a migration gets to its database.

public import Models

/// A database connection, lent to a closure for the time it runs. Not to be kept or sent elsewhere.
///
/// Each statement is compiled once per connection, and runs from its beginning to its end inside one of these calls.
public struct Connection {
    @usableFromInline let engine: EngineConnection

    init(_ connection: SQLiteConnection) { engine = .sqlite(connection) }
    init(_ connection: PostgreSQLConnection) { engine = .postgreSQL(connection) }

    /// Runs a statement and says how many rows it changed.
    ///
    /// - Throws: `StorageError`.
    @discardableResult
    public func run(_ sql: SQL) throws(StorageError) -> Int { try engine.run(sql) }

    /// Runs a statement whose rows and number of changes nobody wants to know. On PostgreSQL it is sent and not waited
    /// for: should it fail, so does what is run next, or the write as a whole.
    ///
    /// - Throws: `StorageError`, of this statement or of one that was enqueued before it.
    public func enqueue(_ sql: SQL) throws(StorageError) { try engine.enqueue(sql) }

    /// What `read` makes of the first row; nil without one. A statement that changes something runs to its end.
    ///
    /// - Throws: `StorageError`.
    @inlinable
    public func first<Value>(
        _ sql: SQL, _ read: (borrowing Row) throws(StorageError) -> Value?
    ) throws(StorageError) -> Value? {
        let statement = try engine.begin(sql, isForFirst: true)
        defer { statement.end() }
        guard try statement.step() else { return nil }
        let value = try read(Row(statement))
        // What only shows at the end of a change, as a broken reference does, would else be passed over.
        if statement.changesData { while try statement.step() {} }
        return value
    }

    /// What `read` makes of each row. Leaves out rows for which it gives nil, and rows with a value that it cannot
    /// read, so that one bad row does not make the whole list fail. `ServiceDatabase.onSkippedRow` reports the latter.
    ///
    /// - Throws: `StorageError`.
    @inlinable
    public func all<Value>(
        _ sql: SQL, _ read: (borrowing Row) throws(StorageError) -> Value?
    ) throws(StorageError) -> [Value] {
        let statement = try engine.begin(sql)
        defer { statement.end() }
        var values: [Value] = []
        while try statement.step() {
            do throws(StorageError) {
                if let value = try read(Row(statement)) { values.append(value) }
            } catch {
                try engine.skip(error)
            }
        }
        return values
    }

    /// The same for the first rows of which `read` makes something, at most `limit`. The statement has no LIMIT of its
    /// own: that would count the rows which are left out, and enough of them would hide all that stand behind them.
    ///
    /// - Throws: `StorageError`, also for a statement that changes something, which might not come to its end.
    @inlinable
    public func all<Value>(
        _ sql: SQL, limit: Int, _ read: (borrowing Row) throws(StorageError) -> Value?
    ) throws(StorageError) -> [Value] {
        guard limit > 0 else { return [] }
        if engine.sendsAllRows {
            // Some more than wanted, for those that are left out; should these be more, then all.
            let bound = min(limit, 1 << 40) + Self.spareRows
            var seen = 0
            let values = try firstValues("\(sql) LIMIT \(bound)", limit) { row throws(StorageError) in
                seen += 1
                return try read(row)
            }
            if values.count == limit || seen < bound { return values }
        }
        return try firstValues(sql, limit, read)
    }

    /// How many rows more than wanted are asked for where all that are asked for are sent.
    @usableFromInline static let spareRows = 32

    @inlinable
    func firstValues<Value>(
        _ sql: SQL, _ limit: Int, _ read: (borrowing Row) throws(StorageError) -> Value?
    ) throws(StorageError) -> [Value] {
        var values: [Value] = []
        try forEach(sql) { row throws(StorageError) in
            if let value = try read(row) { values.append(value) }
            return values.count < limit
        }
        return values
    }

    /// Gives the rows to `visit`, one after the other, until it says false. A row in which it finds a value that it
    /// cannot read is passed over, as in `all`.
    ///
    /// - Throws: `StorageError`, also for a statement that changes something, which might not come to its end.
    @inlinable
    public func forEach(
        _ sql: SQL, _ visit: (borrowing Row) throws(StorageError) -> Bool
    ) throws(StorageError) {
        let statement = try engine.begin(sql, onlyReads: true)
        defer { statement.end() }
        while try statement.step() {
            do throws(StorageError) {
                guard try visit(Row(statement)) else { return }
            } catch {
                try engine.skip(error)
            }
        }
    }

    /// The only column of the first row; nil when it is NULL, and without a row.
    ///
    /// - Throws: `StorageError`, also when it holds what is no such value.
    @inlinable
    public func value<Value: ColumnValue>(
        _ sql: SQL, as type: Value.Type = Value.self
    ) throws(StorageError) -> Value? {
        try first(sql) { row throws(StorageError) in try row.onlyUnlessNull() }
    }

    /// The only column of each row, without those that hold what is no such value.
    ///
    /// - Throws: `StorageError`.
    @inlinable
    public func values<Value: ColumnValue>(
        _ sql: SQL, as type: Value.Type = Value.self
    ) throws(StorageError) -> [Value] {
        try all(sql) { row throws(StorageError) in try row.only() as Value }
    }

    /// The same for the first rows that hold such a value, at most `limit`; the statement has no LIMIT of its own.
    ///
    /// - Throws: `StorageError`, also for a statement that changes something, which might not come to its end.
    @inlinable
    public func values<Value: ColumnValue>(
        _ sql: SQL, limit: Int, as type: Value.Type = Value.self
    ) throws(StorageError) -> [Value] {
        try all(sql, limit: limit) { row throws(StorageError) in try row.only() as Value }
    }

    /// Runs an `INSERT … RETURNING number` of one row, and gives its number.
    ///
    /// - Throws: `StorageError`, also when it inserts nothing.
    public func insert(_ sql: SQL) throws(StorageError) -> Int64 {
        guard let number: Int64 = try value(sql) else {
            throw engine.misuse("this gave a new row no number: \(sql.text)")
        }
        return number
    }

    /// Whether there is a row.
    ///
    /// - Throws: `StorageError`, also for a statement that changes something, which would not come to its end.
    public func exists(_ sql: SQL) throws(StorageError) -> Bool {
        let statement = try engine.begin(sql, onlyReads: true, isForFirst: true)
        defer { statement.end() }
        return try statement.step()
    }

    /// Runs all statements of a script without values, for schemas and other rare things.
    ///
    /// - Throws: `StorageError`. Transactions are the database's business: BEGIN, COMMIT and the like are refused.
    public func execute(_ script: SQL) throws(StorageError) { try engine.execute(script) }

    /// Has those called who listen to `news` (`ServiceDatabase.onCommit`), in this process and in others, when the
    /// transaction is committed: for what processes keep in memory and is no feed.
    public func announce(_ news: FeedName) {
        engine.announce(news)
    }

    /// Tells of something that was passed over because it cannot be read, as of a row that a list leaves out.
    public func recordSkipped(column: String, source: String) {
        engine.skipped.record(.unreadable(column: column, source: source))
    }

    /// How many rows have been changed on this connection since it was opened, also what was rolled back.
    var totalChanges: Int64 { engine.totalChanges }
}
