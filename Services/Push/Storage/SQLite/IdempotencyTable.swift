// Rows of the table `idempotency_key`.

import Models
import Storage

/// The table `idempotency_key`.
struct IdempotencyTable {
    let connection: Connection

    /// The announcement that was made with a key, nil for none. Throws `keyUsed` when it was another one.
    func announcement(of publisher: PublisherID, _ key: IdempotencyKey) throws -> Int64? {
        let row = try connection.prepare(
            "SELECT fingerprint, announcement FROM idempotency_key WHERE publisher = ?1 AND key = ?2")
        try row.bind(1, publisher.text)
        try row.bind(2, key.text)
        guard try row.step() else { return nil }
        guard row.blob(0) == key.fingerprint else { throw PushStoreError.keyUsed }
        return row.int64(1)
    }

    func insert(
        _ key: IdempotencyKey, of publisher: PublisherID, _ announcement: Int64, at now: UnixTime
    ) throws(StorageError) {
        let row = try connection.prepare(
            "INSERT INTO idempotency_key (publisher, key, fingerprint, announcement, at) VALUES (?1, ?2, ?3, ?4, ?5)")
        try row.bind(1, publisher.text)
        try row.bind(2, key.text)
        try row.bind(3, key.fingerprint)
        try row.bind(4, announcement)
        try row.bind(5, now.rawValue)
        try row.run()
    }

    func delete(before moment: UnixTime) throws(StorageError) {
        let row = try connection.prepare("DELETE FROM idempotency_key WHERE at < ?1")
        try row.bind(1, moment.rawValue)
        try row.run()
    }
}
