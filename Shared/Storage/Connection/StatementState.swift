// One compiled statement and who may use it at the moment.

import GRDBSQLite

/// One compiled SQLite statement.
final class StatementState {
    private var pointer: OpaquePointer?

    /// Grows whenever the statement is handed out or taken back, so that an earlier holder is noticed instead of reading
    /// another one's rows.
    private(set) var lease: UInt64 = 0
    /// Whether it was handed out during the present borrow of its connection.
    var isLeased = false
    /// Whether it is a BEGIN, COMMIT or the like, which only this room may run.
    var controlsTransaction = false
    /// Whether it has been stepped since its last reset.
    private var isStepping = false
    private var hasBindings = false

    init(_ pointer: OpaquePointer) { self.pointer = pointer }

    deinit { finalize() }

    func finalize() {
        sqlite3_finalize(pointer)
        pointer = nil
        lease += 1
    }

    /// Takes the statement from its present holder, clean for the next one.
    func renewLease() {
        lease += 1
        reset()
        if hasBindings {
            sqlite3_clear_bindings(pointer)
            hasBindings = false
        }
    }

    func reset() {
        if isStepping {
            sqlite3_reset(pointer)
            isStepping = false
        }
    }

    /// The raw statement, for binding values; it must not be running.
    func pointerForBinding() -> OpaquePointer? {
        reset()
        hasBindings = true
        return pointer
    }

    /// The raw statement, for reading the columns of its present row.
    var row: OpaquePointer? { pointer }

    /// Whether there is another row; without one, or on an error, the statement is reset.
    func step(on connection: ConnectionState) throws(StorageError) -> Bool {
        guard let pointer else { throw .closed }
        isStepping = true
        let code = sqlite3_step(pointer)
        switch code {
        case SQLITE_ROW: return true
        case SQLITE_DONE:
            reset()
            return false
        default:
            // The message belongs to the connection and has to be read before anything else happens on it.
            let failure = connection.failure(code)
            reset()
            throw failure
        }
    }
}
