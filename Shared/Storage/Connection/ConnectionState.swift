// What a SQLite connection keeps between two uses: its compiled statements, and what the present use has touched.

import Foundation
import GRDBSQLite
import Models

/// One SQLite connection with its compiled statements.
///
/// Belongs to whoever has borrowed the connection; not safe to share between threads.
final class ConnectionState {
    /// SQLite's connection, owned by GRDB; nil once closed.
    private(set) var handle: OpaquePointer?
    let path: String

    /// Feeds that the present transaction has written to; a set in effect, kept as an array because it has one or two.
    private(set) var changedFeeds: [FeedName] = []

    private var statements: [String: StatementState] = [:]
    /// Statements handed out since the borrow began.
    private var leased: [StatementState] = []

    /// More different SQL texts than this on one connection means that somebody builds SQL from data; the cache then
    /// starts afresh rather than growing.
    private static let maximumStatements = 256

    init(handle: OpaquePointer, path: String) {
        self.handle = handle
        self.path = path
    }

    /// The statement for `sql`, compiled on first use, reset and without bindings.
    ///
    /// - Parameter controlsTransaction: whether it may be BEGIN, COMMIT and the like.
    func lease(_ sql: String, controlsTransaction: Bool = false) throws(StorageError) -> StatementState {
        let statement: StatementState
        if let known = statements[sql], known.controlsTransaction == controlsTransaction {
            statement = known
        } else {
            if !controlsTransaction { try refuseTransactionControl(sql[...]) }
            statement = try compileOnly(sql)
            statement.controlsTransaction = controlsTransaction
            if statements.count >= Self.maximumStatements { forgetIdleStatements() }
            statements[sql] = statement
        }
        statement.renewLease()
        if !statement.isLeased {
            statement.isLeased = true
            leased.append(statement)
        }
        return statement
    }

    /// Runs every statement of `sql` to its end, without caching.
    func execute(_ sql: String) throws(StorageError) {
        var rest = sql[...]
        while let (statement, tail) = try compile(rest) {
            try refuseTransactionControl(rest)
            rest = tail
            guard let statement else { continue }
            while try statement.step(on: self) {}
        }
    }

    func noteChange(in feed: FeedName) {
        if !changedFeeds.contains(feed) { changedFeeds.append(feed) }
    }

    func forgetChangedFeeds() { changedFeeds.removeAll(keepingCapacity: true) }

    /// Ends a borrow: no statement stays open, since an open one would hold on to its snapshot of the database, and
    /// none that escaped can be used again.
    func endBorrow() {
        guard !leased.isEmpty else { return }
        for statement in leased {
            statement.renewLease()
            statement.isLeased = false
        }
        leased.removeAll(keepingCapacity: true)
    }

    /// Finalizes all statements; nothing can be prepared afterwards.
    func close() {
        endBorrow()
        for statement in statements.values { statement.finalize() }
        statements = [:]
        handle = nil
    }

    var isInTransaction: Bool {
        guard let handle else { return false }
        return sqlite3_get_autocommit(handle) == 0
    }

    func failure(_ code: Int32) -> StorageError {
        guard let handle else { return .closed }
        return StorageError(code: code, on: handle, path: path)
    }

    private func forgetIdleStatements() {
        statements = statements.filter { $0.value.isLeased }
    }

    /// A body that ended the transaction it runs in would commit or undo its neighbours' work.
    private func refuseTransactionControl(_ sql: Substring) throws(StorageError) {
        guard let word = sql.firstSQLWord, transactionWords.contains(word) else { return }
        throw .sqlite(code: SQLITE_MISUSE, message: "\(word) is the database's business, not that of what runs in it")
    }

    private func compileOnly(_ sql: String) throws(StorageError) -> StatementState {
        guard let (statement, rest) = try compile(sql[...]), let statement else {
            throw .sqlite(code: SQLITE_MISUSE, message: "no statement in: \(sql)")
        }
        guard rest.allSatisfy({ $0.isWhitespace || $0 == ";" }) else {
            throw .sqlite(code: SQLITE_MISUSE, message: "more than one statement in: \(sql)")
        }
        return statement
    }

    /// Compiles the first statement of `sql` and says what is left; nil at the end, a nil statement for a comment.
    private func compile(_ sql: Substring) throws(StorageError) -> (StatementState?, Substring)? {
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
                    UInt32(SQLITE_PREPARE_PERSISTENT), &pointer,
                    &tail)
                if let tail, let base = characters.baseAddress { used = tail - base }
                return code
            }
        }
        guard code == SQLITE_OK else { throw failure(code) }
        return (pointer.map(StatementState.init), text.dropFirst(utf8: used))
    }
}

private let transactionWords: Set<String> = ["BEGIN", "COMMIT", "END", "ROLLBACK", "SAVEPOINT", "RELEASE"]

extension Substring {
    /// What is left behind the first `count` bytes.
    fileprivate func dropFirst(utf8 count: Int) -> Substring {
        self[utf8.index(startIndex, offsetBy: count)...]
    }

    /// The first keyword, in capitals, behind white space, empty statements and comments.
    fileprivate var firstSQLWord: String? {
        var rest = self
        while true {
            rest = rest.drop { $0.isWhitespace || $0 == ";" }
            if rest.hasPrefix("--") {
                rest = rest.drop { !$0.isNewline }
            } else if rest.hasPrefix("/*") {
                guard let end = rest.range(of: "*/") else { return nil }
                rest = rest[end.upperBound...]
            } else {
                let word = rest.prefix { $0.isLetter }
                return word.isEmpty ? nil : word.uppercased()
            }
        }
    }
}
