import Synchronization

/// The term in which this process may write. Without one it may always write.
final class WriteFence: Sendable {
    private let term = Mutex<LeaseTerm?>(nil)

    /// From now on no transaction of this process takes effect in another term.
    func raise(_ term: LeaseTerm) { self.term.withLock { $0 = term } }

    /// Called first in each writing transaction.
    ///
    /// The lock lasts as long as the transaction, and a process that takes the lease waits for it: the term cannot end
    /// between this check and the COMMIT. It precedes the check, because a transaction sees the state at its first
    /// statement.
    ///
    /// - Throws: `leaseLost`, other `StorageError`s.
    func check(_ connection: PostgreSQLConnection) throws(StorageError) {
        guard let term = term.withLock({ $0 }) else { return }
        try connection.enqueueControl("LOCK TABLE \(LeaseRow.table) IN ROW EXCLUSIVE MODE")
        guard try term.isPresent(Connection(connection)) else { throw .leaseLost(term: term.number) }
    }
}
