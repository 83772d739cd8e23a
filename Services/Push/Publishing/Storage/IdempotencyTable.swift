import Models
import Storage

struct IdempotencyTable {
    let connection: Connection

    /// Throws `keyUsed` if the content differs.
    func notification(of publisher: PublisherID, _ key: IdempotencyKey) throws -> Int64? {
        let made = try connection.first(
            """
            SELECT fingerprint, notification FROM idempotency_key \
            WHERE publisher = \(publisher) AND key = \(key.text)
            """
        ) { row throws(StorageError) in
            (fingerprint: try row["fingerprint"] as [UInt8], notification: try row["notification"] as Int64)
        }
        guard let made else { return nil }
        guard made.fingerprint == key.fingerprint else { throw Refusal.keyUsed }
        return made.notification
    }

    func insert(
        _ key: IdempotencyKey, of publisher: PublisherID, _ notification: Int64, at now: UnixTime
    ) throws(StorageError) {
        try connection.run(
            """
            INSERT INTO idempotency_key (publisher, key, fingerprint, notification, at) \
            VALUES (\(publisher), \(key.text), \(key.fingerprint), \(notification), \(now))
            """)
    }
}
