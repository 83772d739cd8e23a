// What was sent to PostgreSQL and is not answered yet, and how the answers are read.

import CPostgreSQL
import Foundation

/// Sends commands without waiting for their results, and reads the results in the same order.
///
/// After a command that fails, the server passes over all others up to the next sync. So the first failure of a section is
/// its reason, and those behind it only say that there was one.
final class PostgreSQLPipeline {
    /// How many rows the latest INSERT, UPDATE or DELETE changed that was waited for.
    private(set) var changes = 0
    /// How many rows were changed; of what nobody waited for, how many statements.
    private(set) var totalChanges: Int64 = 0
    /// How often everything that was sent has been answered.
    private(set) var timesSettled = 0
    /// Whether the server has said that it will not run a statement again as it was prepared.
    private(set) var mustPrepareAnew = false

    @exclusivity(unchecked) private(set) var link: PostgreSQLLink?
    @exclusivity(unchecked) private var sent: [Command] = []
    @exclusivity(unchecked) private var streaming: PostgreSQLStatement?

    /// What is done with the results of a statement.
    enum Purpose {
        /// Its rows are read.
        case rows
        /// Nobody waits for it.
        case count
        /// It is none that could change rows.
        case nothing
        case commit
    }

    /// Something of which a result has still to come.
    private enum Command {
        case prepare(PostgreSQLStatement)
        case run(PostgreSQLStatement, Purpose)
        case prefetch(PrefetchedStatement)
        case deallocate
        case sync
    }

    var isOpen: Bool { link?.isOpen ?? false }
    /// How many results have still to come.
    var count: Int { sent.count }

    /// Takes a new connection, or gives the present one up.
    func use(_ link: PostgreSQLLink?) {
        self.link?.close()
        self.link = link
        sent.removeAll()
        streaming?.stream = nil
        streaming = nil
        mustPrepareAnew = false
    }

    // MARK: Sending

    /// Sends a statement with its values, and before it the statement itself when the server lacks it.
    func send(
        _ statement: PostgreSQLStatement, _ parameters: PostgreSQLParameters, for purpose: Purpose
    ) throws(StorageError) {
        try send(statement, parameters)
        sent.append(.run(statement, purpose))
        if purpose == .count, statement.changesData { totalChanges += 1 }
    }

    /// The same for one whose rows are kept for later.
    func send(_ prefetched: PrefetchedStatement, _ parameters: PostgreSQLParameters) throws(StorageError) {
        try send(prefetched.statement, parameters)
        sent.append(.prefetch(prefetched))
    }

    private func send(
        _ statement: PostgreSQLStatement, _ parameters: PostgreSQLParameters
    ) throws(StorageError) {
        let link = try readyLink()
        if !statement.isPrepared {
            try link.sendPrepare(statement)
            statement.isPrepared = true
            sent.append(.prepare(statement))
        }
        try link.sendExecute(statement, parameters)
    }

    /// Lets the server forget a statement, or all of them, in a section of its own: it may be none that a BEGIN is in.
    func deallocate(_ statement: PostgreSQLStatement? = nil) throws(StorageError) {
        if statement == nil { mustPrepareAnew = false }
        try readyLink().send("DEALLOCATE " + (statement.map { String(cString: $0.name) } ?? "ALL"))
        sent.append(.deallocate)
    }

    /// Ends the section, when there is something in it.
    func endSection() throws(StorageError) {
        if case .sync = sent.last { return }
        guard !sent.isEmpty else { return }
        try readyLink().sendSync()
        sent.append(.sync)
    }

    /// Ends the section and gives everything to the system; the results are read later.
    func push() throws(StorageError) {
        try endSection()
        try readyLink().flush()
    }

    /// The connection, when nothing stands in the way of sending.
    private func readyLink() throws(StorageError) -> PostgreSQLLink {
        guard let link else { throw .closed }
        // Rows on their way are kept until their reader comes to them.
        if let statement = streaming {
            while let rows = try nextStreamedRows() { statement.append(rows) }
        }
        return link
    }

    // MARK: Receiving

    /// Waits for the results of everything that was sent, and throws the first failure among them.
    ///
    /// - Parameter statement: The one that was sent last, when its rows are to be read one after another.
    func settle(streaming statement: PostgreSQLStatement? = nil) throws(StorageError) {
        let link = try readyLink()
        guard !sent.isEmpty else { return }
        try endSection()
        try link.flush()
        let commands = sent
        var failure: StorageError?
        for command in commands {
            if case .run(let last, .rows) = command, last === statement, failure == nil {
                timesSettled += 1
                return try beginStream(last, link)
            }
            let found = try receive(command, link)
            failure = failure ?? found
        }
        sent.removeAll(keepingCapacity: true)
        timesSettled += 1
        if let failure { throw failure }
    }

    /// Reads the results of one command; gives its failure.
    private func receive(_ command: Command, _ link: PostgreSQLLink) throws(StorageError) -> StorageError? {
        var failure: StorageError?
        while let result = try link.nextResult() {
            var isKept = false
            defer { if !isKept { PQclear(result) } }
            switch PQresultStatus(result) {
            case PGRES_PIPELINE_SYNC: return nil
            case PGRES_TUPLES_OK, PGRES_COMMAND_OK:
                if case .prefetch(let prefetched) = command {
                    prefetched.receive(result)
                    isKept = true
                    continue
                }
                guard case .run(let statement, let purpose) = command else { continue }
                count(result, purpose)
                switch purpose {
                case .rows:
                    statement.append(result)
                    isKept = true
                // What has failed before is undone by a COMMIT, and that is no failure to the server.
                case .commit where String(cString: PQcmdStatus(result)) != "COMMIT": failure = .failedBefore
                default: break
                }
            case PGRES_PIPELINE_ABORTED:
                if case .prepare(let statement) = command { statement.isPrepared = false }
                failure = .failedBefore
            default: failure = failed(command, link.failure(result))
            }
        }
        // In the place of a sync comes only that the session has ended. A COMMIT before it may have taken effect, so this
        // must count as a connection that was lost.
        if case .sync = command { link.close() }
        return failure
    }

    /// A statement that the server has forgotten, or whose columns have changed since it was prepared, is prepared anew by
    /// the next run of the transaction.
    private func failed(_ command: Command, _ failure: StorageError) -> StorageError {
        switch command {
        case .prepare(let statement): statement.isPrepared = false
        case .run, .prefetch:
            guard case .postgreSQL(let state, let message) = failure, state == "26000" || state == "0A000" else {
                break
            }
            mustPrepareAnew = true
            return .serializationFailure(message: message)
        case .deallocate, .sync: break
        }
        return failure
    }

    private func count(_ result: OpaquePointer, _ purpose: Purpose) {
        guard purpose == .rows || purpose == .count else { return }
        // Empty for what changes nothing. Of a SELECT it is the number of its rows.
        guard let text = PQcmdTuples(result), text.pointee != 0, PQcmdStatus(result).pointee != Self.select else {
            return
        }
        changes = Int(strtoll(text, nil, 10))
        if purpose == .rows { totalChanges += Int64(changes) }
    }

    private static let select = CChar(UInt8(ascii: "S"))

    // MARK: Rows that come as they are read

    private func beginStream(_ statement: PostgreSQLStatement, _ link: PostgreSQLLink) throws(StorageError) {
        link.receiveSingleRows()
        streaming = statement
        statement.stream = self
        // What fails at once is to be found out at once.
        if let rows = try nextStreamedRows() { statement.append(rows) }
    }

    /// The next rows of the statement that is streamed; nil at the end.
    func nextStreamedRows() throws(StorageError) -> OpaquePointer? {
        guard let statement = streaming, let link else { return nil }
        guard let result = try link.nextResult() else {
            try finishStream(link)
            return nil
        }
        switch PQresultStatus(result) {
        case PGRES_SINGLE_TUPLE, PGRES_TUPLES_OK: return result
        default:
            let failure = failed(.run(statement, .rows), link.failure(result))
            PQclear(result)
            while let rest = try link.nextResult() { PQclear(rest) }
            try finishStream(link)
            throw failure
        }
    }

    /// The reader wants no more rows: those on their way are passed over.
    func endStream() throws(StorageError) {
        while let rows = try nextStreamedRows() { PQclear(rows) }
    }

    private func finishStream(_ link: PostgreSQLLink) throws(StorageError) {
        streaming?.stream = nil
        streaming = nil
        _ = try receive(.sync, link)
        sent.removeAll(keepingCapacity: true)
    }
}

extension StorageError {
    /// What the server says of everything behind a failure, until the transaction is rolled back.
    fileprivate static var failedBefore: StorageError {
        .postgreSQL(state: "25P02", message: "a statement before it in the transaction had failed")
    }
}
