public import Models

/// A database connection, lent to a closure while the closure runs. It must not be stored or passed to another task.
public struct Connection {
    @usableFromInline let engine: EngineConnection

    package init(_ connection: SQLiteConnection) { engine = .sqlite(connection) }
    package init(_ connection: PostgreSQLConnection) { engine = .postgreSQL(connection) }

    /// Runs a statement, and returns the number of changed rows.
    @discardableResult
    public func run(_ sql: SQL) throws(StorageError) -> Int { try engine.run(sql) }

    /// Runs a statement without a result. On PostgreSQL the statement is sent without waiting: if it fails, the next
    /// statement or the write also fails.
    public func enqueue(_ sql: SQL) throws(StorageError) { try engine.enqueue(sql) }

    /// Returns the result of `read` for the first row, or nil. A statement that changes data runs to its end.
    @inlinable
    public func first<Value>(
        _ sql: SQL, _ read: (borrowing Row) throws(StorageError) -> Value?
    ) throws(StorageError) -> Value? {
        let statement = try engine.begin(sql, isForFirst: true)
        defer { statement.end() }
        guard try statement.step() else { return nil }
        let value = try read(Row(statement))
        // The rest is read, because an error may appear at the end of a change, such as a broken reference.
        if statement.changesData { while try statement.step() {} }
        return value
    }

    /// Returns the results of `read` that are not nil. Rows with an unreadable value are left out, so that one bad row
    /// does not make the whole list fail; `ServiceDatabase.onSkippedRow` reports them.
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

    /// Returns at most `limit` results of `read`, beginning with the first rows. The statement must not have a LIMIT,
    /// which would also count rows that are left out, and must not change data, because it might not run to its end.
    @inlinable
    public func all<Value>(
        _ sql: SQL, limit: Int, _ read: (borrowing Row) throws(StorageError) -> Value?
    ) throws(StorageError) -> [Value] {
        guard limit > 0 else { return [] }
        if engine.sendsAllRows {
            // The bound contains some spare rows for rows that are left out. If they are not enough, all rows are read.
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

    /// Passes the rows to `visit` until it returns false. Skips unreadable rows. The statement must not change data.
    @inlinable
    public func forEach(_ sql: SQL, _ visit: (borrowing Row) throws(StorageError) -> Bool) throws(StorageError) {
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

    /// Returns the only column of the first row; nil for NULL or without a row. Throws, also for an invalid value.
    @inlinable
    public func value<Value: ColumnValue>(_ sql: SQL, as type: Value.Type = Value.self) throws(StorageError) -> Value? {
        try first(sql) { row throws(StorageError) in try row.onlyUnlessNull() }
    }

    /// Returns the only column of each row. Invalid values are left out.
    @inlinable
    public func values<Value: ColumnValue>(
        _ sql: SQL, as type: Value.Type = Value.self
    ) throws(StorageError) -> [Value] {
        try all(sql) { row throws(StorageError) in try row.only() as Value }
    }

    /// Returns at most `limit` valid values, from the first rows on. The statement may not have LIMIT or change data.
    @inlinable
    public func values<Value: ColumnValue>(
        _ sql: SQL, limit: Int, as type: Value.Type = Value.self
    ) throws(StorageError) -> [Value] {
        try all(sql, limit: limit) { row throws(StorageError) in try row.only() as Value }
    }

    /// Runs an `INSERT … RETURNING number` of one row, and returns the number. Throws if nothing was inserted.
    public func insert(_ sql: SQL) throws(StorageError) -> Int64 {
        guard let number: Int64 = try value(sql) else {
            throw engine.misuse("this gave a new row no number: \(sql.text)")
        }
        return number
    }

    /// Whether a query has a row. Throws for a statement that changes data, because it would not run to its end.
    public func exists(_ sql: SQL) throws(StorageError) -> Bool {
        let statement = try engine.begin(sql, onlyReads: true, isForFirst: true)
        defer { statement.end() }
        return try statement.step()
    }

    /// Runs a script without values, for schemas and other rare work. Throws for statements such as BEGIN and COMMIT.
    public func execute(_ script: SQL) throws(StorageError) { try engine.execute(script) }

    /// Deletes about `limit` of the oldest rows whose `column`, which needs an index, is before `moment`, and returns
    /// their number. Rows of the same millisecond are deleted together.
    /// - Parameter condition: The condition of a partial index; nil for an index of all rows.
    public func deleteOldest(
        from table: SQL, by column: SQL, before moment: UnixTime, where condition: SQL? = nil, limit: Int
    ) throws(StorageError) -> Int {
        let old: SQL = if let condition { "\(condition) AND \(column) < \(moment)" } else { "\(column) < \(moment)" }
        return try run(
            """
            DELETE FROM \(table) WHERE \(old) AND \(column) <= (SELECT max(\(column)) FROM \
            (SELECT \(column) FROM \(table) WHERE \(old) ORDER BY \(column) LIMIT \(limit)) AS first)
            """)
    }

    /// Calls the listeners of `news` (`ServiceDatabase.onCommit`) after the commit, also in other processes. For state
    /// outside feeds.
    public func announce(_ news: FeedName) { engine.changedFeeds.announce(news) }

    /// Reports that something was skipped because it is unreadable, like a row in a list.
    public func recordSkipped(column: String, source: String) {
        engine.skipped.record(.unreadable(column: column, source: source))
    }

    var totalChanges: Int64 { engine.totalChanges }
}
