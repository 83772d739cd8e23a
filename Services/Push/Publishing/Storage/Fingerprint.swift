import CBOR
import Crypto
import Foundation
import Models
import Storage

protocol Fingerprinted: Encodable {
    /// The value with all JSON in canonical form (`CanonicalJSON`).
    var canonical: Self { get }
}

extension Fingerprinted {
    var fingerprint: [UInt8] {
        get throws { Array(SHA256.hash(data: Data(try CBOREncoder().encode(canonical)))) }
    }
}

extension OutgoingNotification: Fingerprinted {
    var canonical: OutgoingNotification {
        var canonical = self
        canonical.content = content.canonical
        canonical.details = details.map(CanonicalJSON.text)
        return canonical
    }
}

extension NotificationSeries: Fingerprinted {
    var canonical: NotificationSeries {
        var canonical = self
        canonical.content = content.canonical
        return canonical
    }
}

extension NotificationContent {
    fileprivate var canonical: NotificationContent {
        var canonical = self
        // The arguments arrived as the members of an object, so their order has no meaning.
        canonical.arguments.sort { $0.name.utf8.lexicographicallyPrecedes($1.name.utf8) }
        canonical.data = data.map(CanonicalJSON.details)
        canonical.apns = apns.map(CanonicalJSON.details)
        canonical.fcm = fcm.map(CanonicalJSON.details)
        if let activity = liveActivity {
            canonical.liveActivity?.state = CanonicalJSON.details(activity.state)
            canonical.liveActivity?.attributes = activity.attributes.map(CanonicalJSON.details)
        }
        return canonical
    }
}

/// A publisher's key with the fingerprint of the request. It prevents a second notification by a retry.
struct IdempotencyKey: Sendable {
    var text: String
    var fingerprint: [UInt8]
}

extension IdempotencyKey {
    init(_ text: String, of content: some Fingerprinted) throws {
        let length = SendNotification.idempotencyKeyBytes
        guard length.contains(text.utf8.count) else {
            throw ServiceError.invalid("an idempotency key has \(length.lowerBound) to \(length.upperBound) bytes")
        }
        self.init(text: text, fingerprint: try content.fingerprint)
    }
}

struct IdempotencyTable {
    let connection: Connection

    /// Returns the notification that was sent with this key, or nil. Throws `keyUsed` if the content differs.
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
