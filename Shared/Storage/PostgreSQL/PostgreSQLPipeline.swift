import CPostgreSQL
import Foundation

/// Sends commands without waiting for their results, and reads the results in the same order. After a failed command,
/// the server skips all other commands up to the next sync, so the first failure of a section is the reason.
final class PostgreSQLPipeline {
    private(set) var changes = 0
    /// The number of changed rows. A statement that was sent without waiting counts as one row.
    private(set) var totalChanges: Int64 = 0
    private(set) var timesSettled = 0
    /// Whether the server has rejected a prepared statement because it was lost or its columns have changed.
    private(set) var mustPrepareAnew = false

    @exclusivity(unchecked) private(set) var link: PostgreSQLLink?
    @exclusivity(unchecked) private var sent: [Command] = []
    @exclusivity(unchecked) private var streaming: PostgreSQLStatement?

    enum Purpose {
        case rows
        case count
        case nothing
        case commit
    }

    private enum Command {
        case prepare(PostgreSQLStatement)
        case run(PostgreSQLStatement, Purpose)
        case prefetch(PrefetchedStatement)
        case deallocate
        case sync
    }

    var isOpen: Bool { link?.isOpen ?? false }
    var count: Int { sent.count }

    /// Closes the current connection, and continues with `link`; nil for no connection.
    func use(_ link: PostgreSQLLink?) {
        self.link?.close()
        self.link = link
        sent.removeAll()
        streaming?.stream = nil
        streaming = nil
        mustPrepareAnew = false
    }

    // MARK: Sending

    func send(
        _ statement: PostgreSQLStatement, _ parameters: PostgreSQLParameters, for purpose: Purpose
    ) throws(StorageError) {
        try send(statement, parameters)
        sent.append(.run(statement, purpose))
        if purpose == .count, statement.changesData { totalChanges += 1 }
    }

    /// Sends a statement whose rows are used later.
    func send(_ prefetched: PrefetchedStatement, _ parameters: PostgreSQLParameters) throws(StorageError) {
        try send(prefetched.statement, parameters)
        sent.append(.prefetch(prefetched))
    }

    private func send(_ statement: PostgreSQLStatement, _ parameters: PostgreSQLParameters) throws(StorageError) {
        let link = try readyLink()
        if !statement.isPrepared {
            try link.sendPrepare(statement)
            statement.isPrepared = true
            sent.append(.prepare(statement))
        }
        try link.sendExecute(statement, parameters)
    }

    /// Makes the server forget one statement, or all of them. It needs a section of its own, because the server does
    /// not allow it in a section with a BEGIN.
    func deallocate(_ statement: PostgreSQLStatement? = nil) throws(StorageError) {
        if statement == nil { mustPrepareAnew = false }
        try readyLink().send("DEALLOCATE " + (statement.map { String(cString: $0.name) } ?? "ALL"))
        sent.append(.deallocate)
    }

    func endSection() throws(StorageError) {
        if case .sync = sent.last { return }
        guard !sent.isEmpty else { return }
        try readyLink().sendSync()
        sent.append(.sync)
    }

    func push() throws(StorageError) {
        try endSection()
        try readyLink().flush()
    }

    private func readyLink() throws(StorageError) -> PostgreSQLLink {
        guard let link else { throw .closed }
        // The reader of a stream still needs its outstanding rows, so they are stored first.
        if let statement = streaming {
            while let rows = try nextStreamedRows() { statement.append(rows) }
        }
        return link
    }

    // MARK: Receiving

    /// Waits for the results of everything that was sent, and throws the first failure.
    /// - Parameter statement: The last statement, if its rows will be read one by one.
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

    /// Receives the results of a command. Returns its failure; nil if it succeeded.
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
                // After an earlier failure, COMMIT rolls back, and the server does not report that as a failure.
                case .commit where String(cString: PQcmdStatus(result)) != "COMMIT": failure = .failedBefore
                default: break
                }
            case PGRES_PIPELINE_ABORTED:
                if case .prepare(let statement) = command { statement.isPrepared = false }
                failure = .failedBefore
            default: failure = failed(command, link.failure(result))
            }
        }
        // Only the end of the session can take the place of a sync's answer. An earlier COMMIT may have taken effect,
        // so the connection counts as lost.
        if case .sync = command { link.close() }
        return failure
    }

    /// Returns the error of a failed command. If the server has lost a prepared statement, or its columns have changed,
    /// the error is a serialization failure, so that the transaction runs again and prepares the statement again.
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
        // The text is empty for a statement that changes nothing. For a SELECT it is the number of rows.
        guard let text = PQcmdTuples(result), text.pointee != 0, PQcmdStatus(result).pointee != Self.select else {
            return
        }
        changes = Int(strtoll(text, nil, 10))
        if purpose == .rows { totalChanges += Int64(changes) }
    }

    private static let select = CChar(UInt8(ascii: "S"))

    // MARK: Streamed rows

    private func beginStream(_ statement: PostgreSQLStatement, _ link: PostgreSQLLink) throws(StorageError) {
        link.receiveSingleRows()
        streaming = statement
        statement.stream = self
        // The first read is here, so that an immediate failure is thrown to the caller that runs the statement.
        if let rows = try nextStreamedRows() { statement.append(rows) }
    }

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

    /// Discards the remaining rows, which the reader does not want.
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
    fileprivate static var failedBefore: StorageError {
        .postgreSQL(state: "25P02", message: "a statement before it in the transaction had failed")
    }
}
