import GRDBSQLite

@testable import Storage

/// Records the statements of one connection from a given moment on.
final class StatementLog: Sendable {
    private let statements = Mutex<[String]>([])

    func take() -> [String] {
        statements.withLock { statements in
            defer { statements = [] }
            return statements
        }
    }

    /// Notes what the connection runs from now on, for as long as it lives; the log has to live as long.
    func follow(_ connection: Connection) throws {
        guard case .sqlite(let engine) = connection.engine, let handle = engine.handle else {
            throw StorageError.unreadable(column: "handle", source: "a connection that is not of SQLite")
        }
        let context = Unmanaged.passUnretained(self).toOpaque()
        // https://sqlite.org/c3ref/trace_v2.html: of a statement P is the statement.
        _ = sqlite3_trace_v2(
            handle, UInt32(SQLITE_TRACE_STMT),
            { _, context, statement, _ in
                guard let context, let statement, let text = sqlite3_sql(OpaquePointer(statement)) else { return 0 }
                let log = Unmanaged<StatementLog>.fromOpaque(context).takeUnretainedValue()
                log.statements.withLock { $0.append(String(cString: text)) }
                return 0
            }, context)
    }
}
