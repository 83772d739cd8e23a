import Models
import Storage

struct DeliveryCountTable {
    let connection: Connection

    /// Must run in the transaction that changes the deliveries. A notification without open deliveries becomes done.
    func enter(_ changes: DeliveryCountChanges) throws(StorageError) {
        for (notification, change) in changes.changes {
            try connection.run(
                """
                UPDATE notification SET accepted = accepted + \(change.accepted), sent = sent + \(change.sent), \
                sent_later = sent_later + \(change.sentLater), \
                suppressed = suppressed + \(change.suppressed), deferred = deferred + \(change.deferred), \
                failed = failed + \(change.failed), expired = expired + \(change.expired), \
                pending = pending + \(change.pending), state = CASE WHEN state = 'delivering' \
                AND pending + \(change.pending) + deferred + \(change.deferred) = 0 THEN 'done' ELSE state END \
                WHERE number = \(notification)
                """)
        }
    }
}
