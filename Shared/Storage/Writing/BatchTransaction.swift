import GRDBSQLite

struct BatchTransaction {
    let connection: SQLiteConnection

    /// Afterwards each write has its result; none was answered yet.
    func run(_ batch: [QueuedWrite]) -> BatchOutcome {
        do {
            try runTogether(batch)
            return .committed(transactions: 1, failed: 0, ranAgain: false)
        } catch let failure as BodyFailure where batch.count > 1 {
            _ = failure
        } catch {
            return lose(batch, (error as? BodyFailure)?.cause ?? error)
        }
        do {
            return .committed(transactions: 1, failed: try runSeparately(batch), ranAgain: true)
        } catch {
            return lose(batch, error)
        }
    }

    /// Without savepoints, which would cost a quarter to a third more. The first error ends it.
    private func runTogether(_ batch: [QueuedWrite]) throws {
        try begin()
        do {
            for write in batch {
                do { try run(write) } catch { throw BodyFailure(cause: error) }
            }
            try connection.control("COMMIT")
        } catch {
            rollBack()
            throw error
        }
    }

    /// Returns the number of failed writes.
    private func runSeparately(_ batch: [QueuedWrite]) throws -> Int {
        try begin()
        var failed = 0
        do {
            for write in batch {
                try connection.control("SAVEPOINT one")
                do {
                    try run(write)
                } catch {
                    // On a full disk, for example, SQLite may have rolled back everything.
                    guard connection.isInTransaction else { throw error }
                    try connection.control("ROLLBACK TO one")
                    write.fail(error)
                    failed += 1
                }
                try connection.control("RELEASE one")
            }
            try connection.control("COMMIT")
        } catch {
            rollBack()
            throw error
        }
        return failed
    }

    private func run(_ write: QueuedWrite) throws {
        connection.mayChangeFeeds = write.partition.mayChangeFeeds
        try write.run(on: Connection(connection))
        // A body that ignored the error with which SQLite ended the transaction must not count as done.
        guard connection.isInTransaction else {
            throw StorageError.sqlite(code: SQLITE_ABORT, message: "the transaction was rolled back while it ran")
        }
        try write.checkRequest()
    }

    private func begin() throws(StorageError) {
        connection.forgetChangedFeeds()
        // Only after a failed rollback.
        if connection.isInTransaction { rollBack() }
        try connection.control("BEGIN IMMEDIATE")
    }

    private func rollBack() {
        connection.forgetChangedFeeds()
        // Its error is known already, or appears at the next BEGIN.
        if connection.isInTransaction { try? connection.control("ROLLBACK") }
    }

    private func lose(_ batch: [QueuedWrite], _ error: any Error) -> BatchOutcome {
        for write in batch { write.fail(error) }
        return .lost(error)
    }
}

private struct BodyFailure: Error {
    var cause: any Error
}
