import CPostgreSQL
import Foundation
import Models

/// A connection with its prepared statements, for one thread at a time. It opens at the first use, and again after a
/// loss. `enqueue` sends without waiting: its results are checked at the next wait, at the latest by COMMIT.
@usableFromInline
package final class PostgreSQLConnection {
    let address: PostgreSQLAddress
    let options: PostgreSQLOptions
    let skipped: SkippedRows
    package let path: String
    private let watch: ServerWatch?

    let changedFeeds = ChangedFeeds()
    /// Whether this session has checked that it is on the known server; see `ServerIdentity`.
    var isServerKnown = false
    var transaction = TransactionState.none
    var sequences = FeedSequences()
    var prefetched: [PrefetchedStatement] = []
    /// The first failure in the current transaction, even if its body ignored that; nil without a failure.
    var transactionFailure: StorageError?

    /// The pipeline's number of settlements at the time when the locks of the current transaction were sent.
    var settledBeforeLocks = 0

    private let pipeline = PostgreSQLPipeline()
    private let parameters = PostgreSQLParameters()
    @exclusivity(unchecked) private var statements: [StatementKey: PostgreSQLStatement] = [:]
    private var statementsMade = 0
    private var lastFailure: (error: StorageError, at: ContinuousClock.Instant)?

    enum TransactionState {
        case none, open
        /// A statement has failed, so the server refuses all others until a rollback.
        case failed
        /// The connection was lost. No new connection may be opened before the owner of the transaction knows that.
        case lost
    }

    /// The largest number of cached statements, as for SQLite. More mean that SQL is built from data.
    private static let maximumStatements = 256
    /// The largest number of commands that are sent before their results are read.
    private static let maximumSent = 2048

    init(_ address: PostgreSQLAddress, options: PostgreSQLOptions, skipped: SkippedRows, watch: ServerWatch?) {
        (self.address, self.options, self.skipped, self.watch) = (address, options, skipped, watch)
        path = address.description
    }

    package convenience init(_ address: PostgreSQLAddress, options: PostgreSQLOptions) {
        self.init(address, options: options, skipped: SkippedRows(), watch: nil)
    }

    // MARK: Opening

    /// Opens the connection. For a moment after a failed attempt, it throws the same failure without a new attempt.
    func open() throws(StorageError) {
        if pipeline.isOpen { return }
        guard transaction == .none else {
            throw .serverUnavailable(server: path, reason: "the connection was lost in a transaction")
        }
        if let lastFailure, ContinuousClock.now - lastFailure.at < options.reconnectPause { throw lastFailure.error }
        if let refusal = watch?.refusal { throw refusal }
        close()
        do throws(StorageError) {
            pipeline.use(try PostgreSQLLink(address, options, watch: watch))
            lastFailure = nil
        } catch {
            lastFailure = (error, ContinuousClock.now)
            throw error
        }
    }

    var isOpen: Bool { pipeline.isOpen }

    func opened() throws(StorageError) -> PostgreSQLLink {
        try open()
        guard let link = pipeline.link else { throw .closed }
        return link
    }

    /// Closes the connection. The next use opens a new one.
    package func close() {
        pipeline.use(nil)
        for statement in statements.values { statement.isPrepared = false }
        if transaction != .none { transaction = .lost }
        changedFeeds.forget()
        sequences.forget()
        prefetched.removeAll()
        isServerKnown = false
    }

    private func send<Value>(_ body: (PostgreSQLPipeline) throws(StorageError) -> Value) throws(StorageError) -> Value {
        try open()
        do throws(StorageError) { return try body(pipeline) } catch {
            recordFailure(error)
            throw error
        }
    }

    func recordFailure(_ error: StorageError) {
        transactionFailure = transactionFailure ?? error
        if !pipeline.isOpen { close() } else if transaction == .open { transaction = .failed }
    }

    // MARK: Running

    /// Runs the statement for `sql`, which the caller must end.
    /// - Parameters:
    ///   - isStreamed: Whether the rows arrive one by one, for results that are too large for memory.
    ///   - isForFirst: Whether only the first row is used. If not, the server sends all rows.
    @usableFromInline
    func begin(
        _ sql: SQL, onlyReads: Bool = false, isStreamed: Bool = false, isForFirst: Bool = false
    ) throws(StorageError) -> PostgreSQLStatement {
        let statement = try statement(for: sql, controlsTransaction: false, isForFirst: isForFirst)
        if onlyReads, statement.changesData {
            throw .misuse("only what reads may be left before its end: \(statement.text)")
        }
        try statement.begin(on: self)
        do throws(StorageError) {
            if isForFirst, let rows = try takePrefetched(sql) {
                statement.append(rows)
                return statement
            }
            try send { pipeline throws(StorageError) in
                try pipeline.send(statement, parameters, for: .rows)
                try pipeline.settle(streaming: isStreamed ? statement : nil)
            }
        } catch {
            statement.end()
            throw error
        }
        return statement
    }

    /// Sends the query of a call such as `first` without waiting. The next write takes the result from `prefetched`.
    func prefetch(_ sql: SQL) throws(StorageError) -> PrefetchedStatement {
        let statement = try statement(for: sql, controlsTransaction: false, isForFirst: true)
        let prefetched = PrefetchedStatement(sql, statement)
        try send { pipeline throws(StorageError) in
            try pipeline.send(prefetched, parameters)
            if pipeline.count >= Self.maximumSent { try pipeline.settle() }
        }
        return prefetched
    }

    /// Returns the statement that was sent ahead; nil if it was not sent.
    private func takePrefetched(_ sql: SQL) throws(StorageError) -> OpaquePointer? {
        guard let place = prefetched.firstIndex(where: { $0.sql.isSame(as: sql) }) else { return nil }
        let found = prefetched.remove(at: place)
        if !found.hasArrived { try settle() }
        return found.take()
    }

    /// Runs a statement, and returns the number of changed rows.
    package func run(_ sql: SQL) throws(StorageError) -> Int {
        try begin(sql).end()
        return pipeline.changes
    }

    /// Sends a statement without waiting. If it fails, the next wait and the transaction also fail.
    func enqueue(_ sql: SQL) throws(StorageError) {
        let statement = try statement(for: sql, controlsTransaction: false)
        try send { pipeline throws(StorageError) in
            try pipeline.send(statement, parameters, for: .count)
            if pipeline.count >= Self.maximumSent { try pipeline.settle() }
        }
    }

    func enqueueControl(_ sql: SQL, isBegin: Bool = false, isCommit: Bool = false) throws(StorageError) {
        let statement = try statement(for: sql, controlsTransaction: true)
        try send { pipeline throws(StorageError) in
            // All commands sent outside a transaction form one section up to this point. A BEGIN is allowed only as the
            // first statement of a section.
            if isBegin { try pipeline.endSection() }
            try pipeline.send(statement, parameters, for: isCommit ? .commit : .nothing)
        }
    }

    /// Waits for everything that was sent, and throws the first failure.
    package func settle() throws(StorageError) { try send { pipeline throws(StorageError) in try pipeline.settle() } }

    var timesSettled: Int { pipeline.timesSettled }

    func push() throws(StorageError) { try send { pipeline throws(StorageError) in try pipeline.push() } }

    /// Runs a script without values, written in SQLite's SQL or in SQL for both engines.
    func execute(_ script: SQL) throws(StorageError) {
        guard !script.hasValues else { throw .misuse("a script takes no values: \(script.text)") }
        let text = script.text.wordedForPostgreSQL
        for statement in text.split(separator: ";") { try refuseTransactionControl(statement) }
        try runScript(text)
    }

    func runScript(_ script: String) throws(StorageError) {
        try send { pipeline throws(StorageError) in
            try pipeline.settle()
            try pipeline.link?.runScript(script)
        }
    }

    // MARK: State and notifications

    var isInTransaction: Bool { transaction == .open }

    /// The number of rows changed since the connection was opened. An enqueued statement counts as one row.
    var totalChanges: Int64 { pipeline.totalChanges }

    // MARK: Statements

    /// Finds or prepares the statement. Its values stay in `parameters`.
    private func statement(
        for sql: SQL, controlsTransaction: Bool, isForFirst: Bool = false
    ) throws(StorageError) -> PostgreSQLStatement {
        try open()
        if pipeline.mustPrepareAnew, transaction == .none { try forgetStatements() }
        try parameters.take(sql)
        let key = StatementKey(sql, isForFirst: isForFirst)
        let known = statements[key]
        if let known, known.controlsTransaction == controlsTransaction, parameters.fit(known) { return known }
        let text = isForFirst ? sql.postgreSQLText.limitedToFirstRow : sql.postgreSQLText
        if !controlsTransaction { try refuseTransactionControl(text[...]) }
        guard text[...].firstSQLWord != nil else { throw .misuse("no statement in: \(text)") }
        if let known { try forget(known) }
        if statements.count >= Self.maximumStatements { try forgetIdleStatements() }
        statementsMade += 1
        let statement = PostgreSQLStatement(
            name: "s\(statementsMade)", text: text, types: parameters.currentTypes,
            controlsTransaction: controlsTransaction)
        statements[key.withoutValues] = statement
        return statement
    }

    private func forgetStatements() throws(StorageError) {
        statements.removeAll()
        try send { pipeline throws(StorageError) in try pipeline.deallocate() }
    }

    private func forgetIdleStatements() throws(StorageError) {
        for statement in statements.values where !statement.isRunning { try forget(statement) }
        statements = statements.filter { $0.value.isRunning }
    }

    private func forget(_ statement: PostgreSQLStatement) throws(StorageError) {
        guard statement.isPrepared else { return }
        statement.isPrepared = false
        try send { pipeline throws(StorageError) in try pipeline.deallocate(statement) }
    }

    /// Throws for words like BEGIN: a body that ended its transaction would commit or undo other writes.
    private func refuseTransactionControl(_ sql: Substring) throws(StorageError) {
        guard let word = sql.firstSQLWord, transactionWords.contains(word) else { return }
        throw .misuse("\(word) is the database's business, not that of what runs in it")
    }
}

extension StorageError {
    /// Creates the error for a programming error, with the SQLSTATE of internal errors.
    static func misuse(_ message: String) -> StorageError { .postgreSQL(state: "XX000", message: message) }
}
