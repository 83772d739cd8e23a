import Crypto
import Foundation

/// The same after a restart, and not to be guessed without the notification's key. They need no randomness and no storage.
struct DeliveryIDs {
    let key: [UInt8]

    /// A random UUID in form (RFC 9562, section 5.4).
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
