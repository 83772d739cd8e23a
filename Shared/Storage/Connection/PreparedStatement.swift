// A compiled statement as the stores use it: bind, step, read the columns.

import GRDBSQLite

/// A compiled statement: values are bound to its parameters (from 1), rows are stepped through, columns (from 0) read.
///
/// Good until the same SQL is prepared again or the closure that prepared it ends; then it throws.
public struct PreparedStatement {
    private let statement: StatementState
    private let connection: ConnectionState
    private let lease: UInt64

    init(_ statement: StatementState, on connection: ConnectionState) {
        self.statement = statement
        self.connection = connection
        self.lease = statement.lease
    }

    /// Goes to the next row and says whether there is one. After the last one the statement can be bound and run again.
    ///
    /// - Throws: `StorageError`.
    public func step() throws(StorageError) -> Bool {
        try checkLease()
        return try statement.step(on: connection)
    }

    /// Runs the statement to its end and says how many rows it changed.
    ///
    /// - Throws: `StorageError`.
    @discardableResult
    public func run() throws(StorageError) -> Int {
        try checkLease()
        while try statement.step(on: connection) {}
        guard let handle = connection.handle else { return 0 }
        return Int(sqlite3_changes64(handle))
    }

    // MARK: Parameters

    /// Binds an integer, or NULL.
    public func bind(_ index: Int32, _ value: Int64?) throws(StorageError) {
        guard let value else { return try bindNull(index) }
        try check(sqlite3_bind_int64(try parameters(), index, value))
    }

    /// Binds an integer, or NULL.
    public func bind(_ index: Int32, _ value: Int?) throws(StorageError) {
        try bind(index, value.map(Int64.init))
    }

    /// Binds a number, or NULL. A value that is not a number becomes NULL, as SQLite has it.
    public func bind(_ index: Int32, _ value: Double?) throws(StorageError) {
        guard let value else { return try bindNull(index) }
        try check(sqlite3_bind_double(try parameters(), index, value))
    }

    /// Binds a text as its exact UTF-8 bytes, NUL characters included, or NULL.
    public func bind(_ index: Int32, _ value: String?) throws(StorageError) {
        guard var value else { return try bindNull(index) }
        let pointer = try parameters()
        try check(
            value.withUTF8 { bytes in
                // An empty buffer may have no address, and SQLite takes a missing address for NULL.
                guard let base = bytes.baseAddress else { return sqlite3_bind_text(pointer, index, "", 0, transient) }
                return base.withMemoryRebound(to: CChar.self, capacity: bytes.count) {
                    sqlite3_bind_text(pointer, index, $0, Int32(clamping: bytes.count), transient)
                }
            })
    }

    /// Binds bytes, or NULL.
    public func bind(_ index: Int32, _ value: [UInt8]?) throws(StorageError) {
        guard let value else { return try bindNull(index) }
        let pointer = try parameters()
        try check(
            value.isEmpty
                ? sqlite3_bind_zeroblob(pointer, index, 0)
                : sqlite3_bind_blob(pointer, index, value, Int32(clamping: value.count), transient))
    }

    /// Binds NULL.
    public func bindNull(_ index: Int32) throws(StorageError) {
        try check(sqlite3_bind_null(try parameters(), index))
    }

    // MARK: Columns of the present row

    /// An integer; 0 for NULL.
    public func int64(_ column: Int32) -> Int64 { hasLease ? sqlite3_column_int64(statement.row, column) : 0 }

    /// A number; 0 for NULL.
    public func double(_ column: Int32) -> Double { hasLease ? sqlite3_column_double(statement.row, column) : 0 }

    /// A text; empty for NULL.
    public func text(_ column: Int32) -> String {
        guard hasLease, let start = sqlite3_column_text(statement.row, column) else { return "" }
        let count = Int(sqlite3_column_bytes(statement.row, column))
        return String(decoding: UnsafeBufferPointer(start: start, count: count), as: UTF8.self)
    }

    /// Bytes; empty for NULL.
    public func blob(_ column: Int32) -> [UInt8] {
        guard hasLease, let start = sqlite3_column_blob(statement.row, column) else { return [] }
        return [UInt8](UnsafeRawBufferPointer(start: start, count: Int(sqlite3_column_bytes(statement.row, column))))
    }

    /// Whether the column is NULL.
    public func isNull(_ column: Int32) -> Bool {
        !hasLease || sqlite3_column_type(statement.row, column) == SQLITE_NULL
    }

    /// An integer, or nil for NULL.
    public func optionalInt64(_ column: Int32) -> Int64? { isNull(column) ? nil : int64(column) }

    /// A number, or nil for NULL.
    public func optionalDouble(_ column: Int32) -> Double? { isNull(column) ? nil : double(column) }

    /// A text, or nil for NULL.
    public func optionalText(_ column: Int32) -> String? { isNull(column) ? nil : text(column) }

    /// Bytes, or nil for NULL.
    public func optionalBlob(_ column: Int32) -> [UInt8]? { isNull(column) ? nil : blob(column) }

    // MARK: -

    private var hasLease: Bool { lease == statement.lease }

    private func checkLease() throws(StorageError) {
        guard hasLease else {
            throw .sqlite(code: SQLITE_MISUSE, message: "the statement was prepared again, or its closure has ended")
        }
    }

    private func parameters() throws(StorageError) -> OpaquePointer? {
        try checkLease()
        return statement.pointerForBinding()
    }

    private func check(_ code: Int32) throws(StorageError) {
        if code != SQLITE_OK { throw connection.failure(code) }
    }
}

/// SQLITE_TRANSIENT, a macro that Swift does not import: SQLite copies the bytes before it returns.
private let transient = unsafeBitCast(-1, to: sqlite3_destructor_type.self)
