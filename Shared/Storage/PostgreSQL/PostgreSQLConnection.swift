// What a PostgreSQL connection keeps between two uses: its prepared statements, and what the present transaction has
// touched.

import CPostgreSQL
import Foundation
import Models

/// One connection with its prepared statements; opened when it is first used and again after it was lost.
///
/// Its surface is that of `SQLiteConnection`. Beside it, `enqueue` sends without waiting: the results are looked at when
/// something is waited for next, at the latest by COMMIT. Belongs to one thread at a time.
@usableFromInline
final class PostgreSQLConnection {
    let address: PostgreSQLAddress
    let options: PostgreSQLOptions
    /// Told of rows that lists leave out.
    let skipped: SkippedRows
    /// How the connection is called in errors.
    let path: String
    private let watch: ServerWatch?

    /// Feeds that the present transaction has written to.
    var changedFeeds: [FeedName] = []
    /// Whether the present write may change feeds; see `WritePartition`.
    var mayChangeFeeds = true
    /// Whether this session has found out whether the server was replaced; see `ServerIdentity`.
    var isServerKnown = false
    /// How far the present transaction has come.
    var transaction = TransactionState.none
    /// The sequences that the present transaction gives to changes of feeds.
    var sequences = FeedSequences()
    /// What has been asked for the present write already.
    var prefetched: [PrefetchedStatement] = []
    /// What failed first in the present transaction, also when its body has passed over that.
    var transactionFailure: StorageError?

    /// How often the pipeline had settled when the locks of the present transaction were sent.
    var settledBeforeLocks = 0

    private let pipeline = PostgreSQLPipeline()
    private let parameters = PostgreSQLParameters()
    @exclusivity(unchecked) private var statements: [StatementKey: PostgreSQLStatement] = [:]
    private var statementsMade = 0
    private var lastFailure: (error: StorageError, at: ContinuousClock.Instant)?

    enum TransactionState {
        case none, open
        /// A statement has failed: the server refuses all others until it is rolled back.
        case failed
        /// The connection was lost: no other one may be opened until whoever began the transaction knows.
        case lost
    }

    /// As for SQLite: more different statements than this mean that somebody builds SQL from data.
    private static let maximumStatements = 256
    /// More commands than this are not sent without looking at their results.
    private static let maximumSent = 2048

    init(
        _ address: PostgreSQLAddress, options: PostgreSQLOptions, skipped: SkippedRows = SkippedRows(),
        watch: ServerWatch? = nil
    ) {
        (self.address, self.options, self.skipped, self.watch) = (address, options, skipped, watch)
        path = address.description
    }

    // MARK: Opening

    /// Connects when there is no connection. After a failure it waits for a moment before it tries again, and repeats
    /// the failure until then.
    func open() throws(StorageError) {
        if pipeline.isOpen { return }
        guard transaction == .none else {
            throw .serverUnavailable(server: path, reason: "the connection was lost in a transaction")
        }
        if let lastFailure, ContinuousClock.now - lastFailure.at < options.reconnectPause { throw lastFailure.error }
        if let refusal = watch?.refusal { throw refusal }
        forgetSession()
        do throws(StorageError) {
            pipeline.use(try PostgreSQLLink(address, options, watch: watch))
            lastFailure = nil
        } catch {
            lastFailure = (error, ContinuousClock.now)
            throw error
        }
    }

    var isOpen: Bool { pipeline.isOpen }

    /// The connection of libpq, for what is asked of the session itself.
    func opened() throws(StorageError) -> PostgreSQLLink {
        try open()
        guard let link = pipeline.link else { throw .closed }
        return link
    }

    /// Ends the connection; the next use opens another one.
    func close() { forgetSession() }

    /// What the server knew of this connection is gone with it.
    private func forgetSession() {
        pipeline.use(nil)
        for statement in statements.values { statement.isPrepared = false }
        if transaction != .none { transaction = .lost }
        changedFeeds.removeAll()
        sequences.forget()
        prefetched.removeAll()
        isServerKnown = false
    }

    /// Uses the pipeline and finds out what a failure leaves behind.
    private func send<Value>(
        _ body: (PostgreSQLPipeline) throws(StorageError) -> Value
    ) throws(StorageError) -> Value {
        try open()
        do throws(StorageError) { return try body(pipeline) } catch {
            recordFailure(error)
            throw error
        }
    }

    /// A statement has failed, or its connection was lost.
    func recordFailure(_ error: StorageError) {
        transactionFailure = transactionFailure ?? error
        if !pipeline.isOpen { forgetSession() } else if transaction == .open { transaction = .failed }
    }

    // MARK: Running

    /// The statement for `sql` with its values, run. The caller has to end it.
    ///
    /// - Parameters:
    ///   - onlyReads: Whether to refuse a statement that changes data.
    ///   - isStreamed: Whether the rows come as they are read, for results too large to be held.
    ///   - isForFirst: Whether no row but the first is looked at. The server sends all that it is asked for, so one is
    ///     all that it is asked for.
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

    /// Sends what `first` and its like will ask, without waiting; `prefetched` takes those for the next write.
    func prefetch(_ sql: SQL) throws(StorageError) -> PrefetchedStatement {
        let statement = try statement(for: sql, controlsTransaction: false, isForFirst: true)
        let prefetched = PrefetchedStatement(sql, statement)
        try send { pipeline throws(StorageError) in
            try pipeline.send(prefetched, parameters)
            if pipeline.count >= Self.maximumSent { try pipeline.settle() }
        }
        return prefetched
    }

    /// The rows of a statement that was sent ahead; nil when it was not.
    private func takePrefetched(_ sql: SQL) throws(StorageError) -> OpaquePointer? {
        guard let place = prefetched.firstIndex(where: { $0.sql.isSame(as: sql) }) else { return nil }
        let found = prefetched.remove(at: place)
        if !found.hasArrived { try settle() }
        return found.take()
    }

    /// Runs a statement to its end and says how many rows it changed.
    func run(_ sql: SQL) throws(StorageError) -> Int {
        try begin(sql).end()
        return pipeline.changes
    }

    /// Sends a statement and does not wait for its result. Should it fail, so does whatever is waited for next, and the
    /// transaction.
    func enqueue(_ sql: SQL) throws(StorageError) {
        let statement = try statement(for: sql, controlsTransaction: false)
        try send { pipeline throws(StorageError) in
            try pipeline.send(statement, parameters, for: .count)
            if pipeline.count >= Self.maximumSent { try pipeline.settle() }
        }
    }

    /// Sends BEGIN, COMMIT and the like, and does not wait.
    func enqueueControl(_ sql: SQL, isBegin: Bool = false, isCommit: Bool = false) throws(StorageError) {
        let statement = try statement(for: sql, controlsTransaction: true)
        try send { pipeline throws(StorageError) in
            // What was sent without a transaction is one up to here; nothing but the first in it may be a BEGIN.
            if isBegin { try pipeline.endSection() }
            try pipeline.send(statement, parameters, for: isCommit ? .commit : .nothing)
        }
    }

    /// Waits for everything that was sent, and throws the first failure.
    func settle() throws(StorageError) { try send { pipeline throws(StorageError) in try pipeline.settle() } }

    /// How often everything that was sent has been answered.
    var timesSettled: Int { pipeline.timesSettled }

    /// Gives the server everything that was sent, without waiting for its results.
    func push() throws(StorageError) { try send { pipeline throws(StorageError) in try pipeline.push() } }

    /// Runs every statement of a script without values, worded for SQLite or for both engines.
    func execute(_ script: SQL) throws(StorageError) {
        guard !script.hasValues else { throw .misuse("a script takes no values: \(script.text)") }
        let text = script.text.wordedForPostgreSQL
        for statement in text.split(separator: ";") { try refuseTransactionControl(statement) }
        try runScript(text)
    }

    /// The same for a text in PostgreSQL's own words.
    func runScript(_ script: String) throws(StorageError) {
        try send { pipeline throws(StorageError) in
            try pipeline.settle()
            try pipeline.link?.runScript(script)
        }
    }

    // MARK: What is told of it

    /// Whether a transaction is open in which all has gone well so far.
    var isInTransaction: Bool { transaction == .open }

    /// How many rows the latest INSERT, UPDATE or DELETE changed that was waited for.
    var changes: Int { pipeline.changes }

    /// How many rows were changed since the connection was made; of what was enqueued, how many statements.
    var totalChanges: Int64 { pipeline.totalChanges }

    func recordChange(in feed: FeedName) throws(StorageError) {
        try requireChange(in: feed)
        announce(feed)
    }

    /// Has the listeners called once the transaction is committed.
    func announce(_ news: FeedName) {
        if !changedFeeds.contains(news) { changedFeeds.append(news) }
    }

    func requireChange(in feed: FeedName) throws(StorageError) {
        if mayChangeFeeds { return }
        throw .misuse("a write with a key of its own must not change a feed: \(feed)")
    }

    // MARK: Statements

    /// Finds the statement for a text and types of values, or makes one. The values are in `parameters` afterwards.
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

    /// A body that ended the transaction it runs in would commit or undo its neighbours' work.
    private func refuseTransactionControl(_ sql: Substring) throws(StorageError) {
        guard let word = sql.firstSQLWord, transactionWords.contains(word) else { return }
        throw .misuse("\(word) is the database's business, not that of what runs in it")
    }
}

extension StorageError {
    /// A mistake of ours, with the SQLSTATE of internal errors.
    static func misuse(_ message: String) -> StorageError { .postgreSQL(state: "XX000", message: message) }
}
