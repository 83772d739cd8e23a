import Foundation
import GRDBSQLite
import Models

/// A SQLite connection. It belongs to its borrower, and only one thread may use it at a time.
@usableFromInline
package final class SQLiteConnection {
    /// SQLite's handle, which GRDB owns; nil once it is closed.
    private(set) var handle: OpaquePointer?
    package let path: String
    let skipped: SkippedRows

    let changedFeeds = ChangedFeeds()

    @exclusivity(unchecked) private var statements: [StatementKey: SQLiteStatement] = [:]

    /// The largest number of cached statements. More mean that SQL is built from data; the cache then restarts.
    private static let maximumStatements = 256

    /// A handle on its way from a closure of GRDB to the initializer. `@unchecked Sendable`: the two run on one thread.
    struct Handle: @unchecked Sendable {
        let pointer: OpaquePointer?
    }

    init(_ handle: Handle, path: String, skipped: SkippedRows) throws(StorageError) {
        guard let pointer = handle.pointer else { throw .closed }
        (self.handle, self.path, self.skipped) = (pointer, path, skipped)
    }

    /// The statement for `sql`, compiled at the first use. The caller must end it, and may do so before its last row.
    /// - Parameter controlsTransaction: Whether the statement may control transactions, like BEGIN and COMMIT.
    @usableFromInline
    func begin(
        _ sql: SQL, controlsTransaction: Bool = false, onlyReads: Bool = false
    ) throws(StorageError) -> SQLiteStatement {
        let statement = try compiled(sql, controlsTransaction: controlsTransaction)
        if onlyReads, statement.changesData {
            throw .sqlite(code: SQLITE_MISUSE, message: "only what reads may be left before its end: \(sql.text)")
        }
        try statement.begin(sql)
        return statement
    }

    private func compiled(_ sql: SQL, controlsTransaction: Bool) throws(StorageError) -> SQLiteStatement {
        let key = StatementKey(sql)
        if let known = statements[key], known.controlsTransaction == controlsTransaction { return known }
        let text = sql.text
        if !controlsTransaction { try refuseTransactionControl(text[...]) }
        let statement = SQLiteStatement(try compileOnly(text), on: self, controlsTransaction: controlsTransaction)
        if statements.count >= Self.maximumStatements { statements = statements.filter { $0.value.isRunning } }
        statements[key.withoutValues] = statement
        return statement
    }

    /// Runs a statement, and returns the number of changed rows.
    package func run(_ sql: SQL) throws(StorageError) -> Int {
        let statement = try begin(sql)
        defer { statement.end() }
        while try statement.step() {}
        return changes
    }

    func control(_ sql: SQL) throws(StorageError) {
        let statement = try begin(sql, controlsTransaction: true)
        defer { statement.end() }
        _ = try statement.step()
    }

    /// Runs a script, without caching its statements.
    func execute(_ script: SQL) throws(StorageError) {
        guard !script.hasValues else {
            throw .sqlite(code: SQLITE_MISUSE, message: "a script takes no values: \(script.text)")
        }
        try runScript(script.text)
    }

    func runScript(_ script: String) throws(StorageError) {
        var rest = script[...]
        while true {
            try refuseTransactionControl(rest)
            guard let (pointer, tail) = try compile(rest) else { return }
            rest = tail
            guard let pointer else { continue }
            let statement = SQLiteStatement(pointer, on: self, controlsTransaction: false)
            while try statement.step() {}
        }
    }

    var compiledStatements: [String] { statements.values.compactMap(\.text) }

    /// Finalizes all statements. The connection is then unusable.
    func close() {
        for statement in statements.values { statement.finalize() }
        statements = [:]
        handle = nil
    }

    var isInTransaction: Bool { handle.map { sqlite3_get_autocommit($0) == 0 } ?? false }

    var changes: Int { handle.map { Int(sqlite3_changes64($0)) } ?? 0 }

    var totalChanges: Int64 { handle.map { sqlite3_total_changes64($0) } ?? 0 }

    func failure(_ code: Int32) -> StorageError {
        guard let handle else { return .closed }
        return StorageError(code: code, on: handle, path: path)
    }

    /// Throws for words like BEGIN: a body that ended its transaction would commit or undo other writes.
    private func refuseTransactionControl(_ sql: Substring) throws(StorageError) {
        guard let word = sql.firstSQLWord, transactionWords.contains(word) else { return }
        throw .sqlite(code: SQLITE_MISUSE, message: "\(word) is the database's business, not that of what runs in it")
    }

    private func compileOnly(_ sql: String) throws(StorageError) -> OpaquePointer {
        guard let (pointer, rest) = try compile(sql[...]), let pointer else {
            throw .sqlite(code: SQLITE_MISUSE, message: "no statement in: \(sql)")
        }
        guard rest.allSatisfy({ $0.isWhitespace || $0 == ";" }) else {
            sqlite3_finalize(pointer)
            throw .sqlite(code: SQLITE_MISUSE, message: "more than one statement in: \(sql)")
        }
        return pointer
    }

    private func compile(_ sql: Substring) throws(StorageError) -> (OpaquePointer?, Substring)? {
        guard let handle else { throw .closed }
        guard !sql.isEmpty else { return nil }
        var text = sql
        var pointer: OpaquePointer?
        var used = 0
        let code = text.withUTF8 { bytes in
            bytes.withMemoryRebound(to: CChar.self) { characters -> Int32 in
                var tail: UnsafePointer<CChar>?
                let code = sqlite3_prepare_v3(
                    handle, characters.baseAddress, Int32(clamping: characters.count),
                    UInt32(SQLITE_PREPARE_PERSISTENT), &pointer, &tail)
                if let tail, let base = characters.baseAddress { used = tail - base }
                return code
            }
        }
        guard code == SQLITE_OK else { throw failure(code) }
        return (pointer, text[text.utf8.index(text.startIndex, offsetBy: used)...])
    }
}
