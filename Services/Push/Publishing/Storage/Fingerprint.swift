import CBOR
import Crypto
import Foundation
import Models

protocol Fingerprinted: Encodable {
    /// With all JSON in canonical form (`CanonicalJSON`).
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
        // They arrived as the members of an object, so their order has no meaning.
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

extension IdempotencyKey {
    init(_ text: String, of content: some Fingerprinted) throws {
        let length = SendNotification.idempotencyKeyBytes
        guard length.contains(text.utf8.count) else {
            throw ServiceError(
                .invalidRequest, "an idempotency key has \(length.lowerBound) to \(length.upperBound) bytes")
        }
        self.init(text: text, fingerprint: try content.fingerprint)
    }
}
