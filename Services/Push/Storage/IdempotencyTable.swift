import Models
import Storage

struct IdempotencyTable {
    let connection: Connection

    /// The announcement made with a key; nil for none. Throws `keyUsed` if the content differs.
    func announcement(of publisher: PublisherID, _ key: IdempotencyKey) throws -> Int64? {
        let made = try connection.first(
            """
            SELECT fingerprint, announcement FROM idempotency_key \
            WHERE publisher = \(publisher) AND key = \(key.text)
            """
        ) { row throws(StorageError) in
            (fingerprint: try row["fingerprint"] as [UInt8], announcement: try row["announcement"] as Int64)
        }
        guard let made else { return nil }
        guard made.fingerprint == key.fingerprint else { throw Refusal.keyUsed }
        return made.announcement
    }

    func insert(
        _ key: IdempotencyKey, of publisher: PublisherID, _ announcement: Int64, at now: UnixTime
    ) throws(StorageError) {
        try connection.run(
            """
            INSERT INTO idempotency_key (publisher, key, fingerprint, announcement, at) \
            VALUES (\(publisher), \(key.text), \(key.fingerprint), \(announcement), \(now))
            """)
    }
}
