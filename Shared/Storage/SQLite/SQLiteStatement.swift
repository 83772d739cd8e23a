import Foundation
import GRDBSQLite

/// A compiled SQLite statement. It belongs to its connection, and only one thread at a time may use it.
@usableFromInline
package final class SQLiteStatement {
    // Exclusivity checks would double the time of a read by key. One thread at a time has the connection.
    @exclusivity(unchecked) private var pointer: OpaquePointer?
    private unowned let connection: SQLiteConnection

    @exclusivity(unchecked) private(set) var isRunning = false
    /// Whether the statement controls transactions, like BEGIN and COMMIT. Only this module may run such statements.
    let controlsTransaction: Bool
    @usableFromInline let changesData: Bool

    @exclusivity(unchecked) private var places = ColumnPlaces()

    init(_ pointer: OpaquePointer, on connection: SQLiteConnection, controlsTransaction: Bool) {
        self.pointer = pointer
        self.connection = connection
        self.controlsTransaction = controlsTransaction
        changesData = sqlite3_stmt_readonly(pointer) == 0
    }

    var text: String? { sqlite3_sql(pointer).map { String(cString: $0) } }

    deinit { finalize() }

    func finalize() {
        sqlite3_finalize(pointer)
        pointer = nil
    }

    func begin(_ sql: SQL) throws(StorageError) {
        guard !isRunning else {
            throw .sqlite(code: SQLITE_MISUSE, message: "this statement is running already: \(sql.text)")
        }
        isRunning = true
        var parameter: Int32 = 0
        for case .value(let value) in sql.parts {
            parameter += 1
            let code = bind(value, to: parameter)
            guard code == SQLITE_OK else {
                let failure = code == textWithNUL ? .textWithNUL : connection.failure(code)
                end()
                throw failure
            }
        }
    }

    /// Ends the run. An open statement would keep its snapshot of the database, and its values may be secrets.
    @usableFromInline
    func end() {
        sqlite3_reset(pointer)
        sqlite3_clear_bindings(pointer)
        isRunning = false
    }

    @usableFromInline
    func step() throws(StorageError) -> Bool {
        guard let pointer else { throw .closed }
        places.beginRow()
        let code = sqlite3_step(pointer)
        switch code {
        case SQLITE_ROW: return true
        case SQLITE_DONE: return false
        // The message belongs to the connection, and must be read before the connection is used again.
        default: throw connection.failure(code)
        }
    }

    private func bind(_ value: StoredValue, to parameter: Int32) -> Int32 {
        switch value {
        case .null: return sqlite3_bind_null(pointer, parameter)
        case .integer(let number): return sqlite3_bind_int64(pointer, parameter, number)
        case .real(let number): return sqlite3_bind_double(pointer, parameter, number)
        case .text(var text):
            return text.withUTF8 { bytes in
                // An empty buffer may have no address, which SQLite would treat as NULL.
                guard let base = bytes.baseAddress else {
                    return sqlite3_bind_text(pointer, parameter, "", 0, transient)
                }
                guard memchr(base, 0, bytes.count) == nil else { return textWithNUL }
                return base.withMemoryRebound(to: CChar.self, capacity: bytes.count) {
                    sqlite3_bind_text(pointer, parameter, $0, Int32(clamping: bytes.count), transient)
                }
            }
        case .bytes(let bytes):
            return bytes.isEmpty
                ? sqlite3_bind_zeroblob(pointer, parameter, 0)
                : sqlite3_bind_blob(pointer, parameter, bytes, Int32(clamping: bytes.count), transient)
        }
    }

    // MARK: Columns of the current row

    @usableFromInline
    func integer(_ column: Int32) -> Int64? {
        let number = sqlite3_column_int64(pointer, column)
        return number == 0 && isNull(column) ? nil : number
    }

    @usableFromInline
    func real(_ column: Int32) -> Double? {
        let number = sqlite3_column_double(pointer, column)
        return number == 0 && isNull(column) ? nil : number
    }

    @usableFromInline
    func text(_ column: Int32) -> String? {
        guard let start = sqlite3_column_text(pointer, column) else { return nil }
        let count = Int(sqlite3_column_bytes(pointer, column))
        return String(decoding: UnsafeBufferPointer(start: start, count: count), as: UTF8.self)
    }

    @usableFromInline
    func bytes(_ column: Int32) -> [UInt8]? {
        guard let start = sqlite3_column_blob(pointer, column) else { return isNull(column) ? nil : [] }
        return [UInt8](UnsafeRawBufferPointer(start: start, count: Int(sqlite3_column_bytes(pointer, column))))
    }

    @usableFromInline
    func isNull(_ column: Int32) -> Bool { sqlite3_column_type(pointer, column) == SQLITE_NULL }

    @usableFromInline
    func column(_ name: StaticString) throws(StorageError) -> Int32 {
        if let known = places.known(name) { return known }
        return try places.find(
            name, among: sqlite3_column_count(pointer), nameOf: { sqlite3_column_name(pointer, $0) }, misuse: misuse)
    }

    @usableFromInline
    func onlyColumn() throws(StorageError) -> Int32 {
        guard sqlite3_column_count(pointer) == 1 else { throw misuse("a result with one column was wanted") }
        return 0
    }

    private func misuse(_ message: String) -> StorageError {
        let text = sqlite3_sql(pointer).map { String(cString: $0) } ?? ""
        return .sqlite(code: SQLITE_MISUSE, message: "\(message) in: \(text)")
    }

    @usableFromInline
    func unreadable(_ name: StaticString, _ column: Int32) -> StorageError {
        if isNull(column) { return misuse("NULL where there must be a value, \(name),") }
        return .unreadable(column: name.description, source: sqlite3_sql(pointer).map { String(cString: $0) } ?? "")
    }
}

/// SQLITE_TRANSIENT, a macro that Swift does not import: SQLite copies the bytes before it returns.
private let transient = unsafeBitCast(-1, to: sqlite3_destructor_type.self)

/// The code for a text with U+0000. It is negative, because SQLite's codes are not.
private let textWithNUL: Int32 = -1
