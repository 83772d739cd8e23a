// The books in the table `announcement`.

import Models
import Storage

/// The books in the table `announcement`.
struct BooksTable {
    let connection: Connection

    /// Enters what has changed, in the transaction that changes the deliveries. An announcement of which nothing is open any more
    /// is done.
    func enter(_ changes: BooksChanges) throws(StorageError) {
        for (announcement, change) in changes.changes {
            let row = try connection.prepare(
                """
                UPDATE announcement SET accepted = accepted + ?2, sent = sent + ?3, suppressed = suppressed + ?4, \
                deferred = deferred + ?5, failed = failed + ?6, expired = expired + ?7, pending = pending + ?8, \
                state = CASE WHEN state = 'delivering' AND pending + ?8 + deferred + ?5 = 0 THEN 'done' ELSE state END \
                WHERE number = ?1
                """)
            try row.bind(1, announcement)
            try row.bind(2, change.accepted)
            try row.bind(3, change.sent)
            try row.bind(4, change.suppressed)
            try row.bind(5, change.deferred)
            try row.bind(6, change.failed)
            try row.bind(7, change.expired)
            try row.bind(8, change.pending)
            try row.run()
        }
    }
}
