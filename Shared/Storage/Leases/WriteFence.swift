// What keeps a process from writing whose lease another one has.

import Synchronization

/// The term in which this process may write. Without one it may always.
final class WriteFence: Sendable {
    private let term = Mutex<LeaseTerm?>(nil)

    /// From now on no transaction of this process takes effect in another term.
    func raise(_ term: LeaseTerm) { self.term.withLock { $0 = term } }

    /// Called first in each transaction that writes.
    ///
    /// The lock lasts as long as the transaction, and whoever takes the lease waits for it: a term does not end between
    /// this look and the COMMIT. It comes before the look, since a transaction sees what was there at its first.
    ///
    /// - Throws: `leaseLost`, other `StorageError`s.
    func check(_ connection: PostgreSQLConnection) throws(StorageError) {
        guard let term = term.withLock({ $0 }) else { return }
        try connection.enqueueControl("LOCK TABLE \(LeaseRow.table) IN ROW EXCLUSIVE MODE")
        guard try term.isPresent(Connection(connection)) else { throw .leaseLost(term: term.number) }
    }
}
