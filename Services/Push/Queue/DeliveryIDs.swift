import Crypto
import Foundation

/// Derives the ids of a notification's deliveries. They are the same after a restart, and cannot be guessed without
/// the notification's key. Deriving them needs no randomness and no storage for each delivery.
struct DeliveryIDs {
    let key: [UInt8]

    /// The id in the form of a random UUID (RFC 9562, section 5.4).
    func id(of number: Int64) -> UUID {
        var hash = SHA256()
        hash.update(data: key)
        withUnsafeBytes(of: number.littleEndian) { hash.update(bufferPointer: $0) }
        return hash.finalize()
            .withUnsafeBytes { digest in
                var bytes = digest.loadUnaligned(as: uuid_t.self)
                bytes.6 = bytes.6 & 0x0f | 0x40
                bytes.8 = bytes.8 & 0x3f | 0x80
                return UUID(uuid: bytes)
            }
    }
}
