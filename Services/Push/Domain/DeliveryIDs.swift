// The ids under which providers see the deliveries of an announcement.

import Crypto
import Foundation

/// Gives each delivery of an announcement its id: the same after a restart, and not to be guessed by whoever does not
/// know the announcement's key. It is derived rather than drawn, so that queueing many costs no randomness and keeps no
/// ids.
struct DeliveryIDs {
    /// Random bytes that the announcement keeps for itself.
    let key: [UInt8]

    /// The id of the delivery with this number, in the form of a random one (RFC 9562, section 5.4).
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
