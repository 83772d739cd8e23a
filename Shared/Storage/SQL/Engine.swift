import Models

/// A connection of either engine. It is an enum and no protocol, and its users are inlined up to the engine's call.
/// Otherwise a read by key on SQLite would take about 4 % longer.
@usableFromInline
package enum EngineConnection {
    case sqlite(SQLiteConnection)
    case postgreSQL(PostgreSQLConnection)

    /// Starts the statement for `sql`. The caller must end it.
    /// - Parameters:
    ///   - onlyReads: Whether to refuse a statement that changes data. The caller may end it before its last row;
    ///     PostgreSQL then streams the rows.
    ///   - isForFirst: Whether only the first row is used. PostgreSQL then sends no other row.
    @inlinable
    package func begin(
        _ sql: SQL, onlyReads: Bool = false, isForFirst: Bool = false
    ) throws(StorageError) -> EngineStatement {
        switch self {
        case .sqlite(let connection): .sqlite(try connection.begin(sql, onlyReads: onlyReads))
        case .postgreSQL(let connection):
            .postgreSQL(
                try connection.begin(
                    sql, onlyReads: onlyReads, isStreamed: onlyReads && !isForFirst, isForFirst: isForFirst))
        }
    }

    /// Whether the engine sends all rows even if only the first rows are used.
    @usableFromInline var sendsAllRows: Bool {
        if case .postgreSQL = self { true } else { false }
    }

    package func run(_ sql: SQL) throws(StorageError) -> Int {
        switch self {
        case .sqlite(let connection): try connection.run(sql)
        case .postgreSQL(let connection): try connection.run(sql)
        }
    }

    package func enqueue(_ sql: SQL) throws(StorageError) {
        switch self {
        case .sqlite(let connection): _ = try connection.run(sql)
        case .postgreSQL(let connection): try connection.enqueue(sql)
        }
    }

    func execute(_ script: SQL) throws(StorageError) {
        switch self {
        case .sqlite(let connection): try connection.execute(script)
        case .postgreSQL(let connection): try connection.execute(script)
        }
    }

    /// Skips an unreadable row; throws any other error.
    @usableFromInline
    func skip(_ error: StorageError) throws(StorageError) {
        guard case .unreadable = error else { throw error }
        skipped.record(error)
    }

    var skipped: SkippedRows {
        switch self {
        case .sqlite(let connection): connection.skipped
        case .postgreSQL(let connection): connection.skipped
        }
    }

    var totalChanges: Int64 {
        switch self {
        case .sqlite(let connection): connection.totalChanges
        case .postgreSQL(let connection): connection.totalChanges
        }
    }

    var changedFeeds: ChangedFeeds {
        switch self {
        case .sqlite(let connection): connection.changedFeeds
        case .postgreSQL(let connection): connection.changedFeeds
        }
    }

    func recordChange(in feed: FeedName) throws(StorageError) {
        try requireChange(in: feed)
        changedFeeds.announce(feed)
    }

    /// Throws if a write changes this feed although it has declared no feed changes.
    func requireChange(in feed: FeedName) throws(StorageError) {
        if changedFeeds.mayChange { return }
        throw misuse("a write with a key of its own must not change a feed: \(feed)")
    }

    /// Returns the next sequence of a feed; nil if the engine does not count it in memory.
    func takeSequence(of feed: FeedName) -> UInt64? {
        guard case .postgreSQL(let connection) = self else { return nil }
        return connection.sequences.take(feed)
    }

    /// Makes the engine count the following sequences in memory, until the transaction ends.
    func keepSequence(_ sequence: UInt64, of feed: FeedName) {
        if case .postgreSQL(let connection) = self { connection.sequences.keep(sequence, of: feed) }
    }

    /// Writes the sequences that are kept in memory to the rows of their feeds. Call it before a query reads these
    /// rows. SQLite keeps no sequences.
    func storeSequences() throws(StorageError) {
        if case .postgreSQL(let connection) = self { try connection.storeSequences() }
    }

    package func hasTable(_ name: String) throws(StorageError) -> Bool {
        let sql: SQL =
            switch self {
            case .sqlite: "SELECT 1 FROM sqlite_schema WHERE type = 'table' AND name = \(name)"
            case .postgreSQL:
                "SELECT 1 FROM pg_catalog.pg_tables WHERE schemaname = current_schema() AND tablename = \(name)"
            }
        let statement = try begin(sql, onlyReads: true)
        defer { statement.end() }
        return try statement.step()
    }

    /// Creates the error for a misuse, with SQLITE_MISUSE or the SQLSTATE of internal errors.
    func misuse(_ message: String) -> StorageError {
        switch self {
        case .sqlite: .sqlite(code: 21, message: message)
        case .postgreSQL: .misuse(message)
        }
    }
}

/// The feeds that a connection's current transaction has changed. Only one thread may use it at a time.
final class ChangedFeeds {
    /// The names are in an array, because there are only one or two.
    private(set) var names: [FeedName] = []
    /// Whether the current write declares feed changes.
    var mayChange = true

    func announce(_ news: FeedName) { if !names.contains(news) { names.append(news) } }

    func forget() { names.removeAll(keepingCapacity: true) }
}

/// A running statement of one of the two engines, with its current row.
@usableFromInline
package enum EngineStatement {
    case sqlite(SQLiteStatement)
    case postgreSQL(PostgreSQLStatement)

    @inlinable
    var changesData: Bool {
        switch self {
        case .sqlite(let statement): statement.changesData
        case .postgreSQL(let statement): statement.changesData
        }
    }

    /// Reads the next row. Returns false after the last row.
    @inlinable
    package func step() throws(StorageError) -> Bool {
        switch self {
        case .sqlite(let statement): try statement.step()
        case .postgreSQL(let statement): try statement.step()
        }
    }

    @inlinable
    package func end() {
        switch self {
        case .sqlite(let statement): statement.end()
        case .postgreSQL(let statement): statement.end()
        }
    }

    // MARK: Columns of the current row

    @inlinable
    package func integer(_ column: Int32) -> Int64? {
        switch self {
        case .sqlite(let statement): statement.integer(column)
        case .postgreSQL(let statement): statement.integer(column)
        }
    }

    @inlinable
    package func real(_ column: Int32) -> Double? {
        switch self {
        case .sqlite(let statement): statement.real(column)
        case .postgreSQL(let statement): statement.real(column)
        }
    }

    @inlinable
    package func text(_ column: Int32) -> String? {
        switch self {
        case .sqlite(let statement): statement.text(column)
        case .postgreSQL(let statement): statement.text(column)
        }
    }

    @inlinable
    package func bytes(_ column: Int32) -> [UInt8]? {
        switch self {
        case .sqlite(let statement): statement.bytes(column)
        case .postgreSQL(let statement): statement.bytes(column)
        }
    }

    @inlinable
    package func isNull(_ column: Int32) -> Bool {
        switch self {
        case .sqlite(let statement): statement.isNull(column)
        case .postgreSQL(let statement): statement.isNull(column)
        }
    }

    @inlinable
    func column(_ name: StaticString) throws(StorageError) -> Int32 {
        switch self {
        case .sqlite(let statement): try statement.column(name)
        case .postgreSQL(let statement): try statement.column(name)
        }
    }

    @inlinable
    func onlyColumn() throws(StorageError) -> Int32 {
        switch self {
        case .sqlite(let statement): try statement.onlyColumn()
        case .postgreSQL(let statement): try statement.onlyColumn()
        }
    }

    @inlinable
    func unreadable(_ name: StaticString, _ column: Int32) -> StorageError {
        switch self {
        case .sqlite(let statement): statement.unreadable(name, column)
        case .postgreSQL(let statement): statement.unreadable(name, column)
        }
    }
}
