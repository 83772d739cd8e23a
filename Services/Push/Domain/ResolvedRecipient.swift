// Who hears of an announcement, as its audience was resolved.

import Models

/// Somebody who hears of an announcement, with the figures by which they were found.
struct ResolvedRecipient: Hashable, Sendable {
    /// Their number in push's database, which is never given twice.
    var recipient: Int64
    /// Metres; of one whose position has been withdrawn since 0, or less where it was close to the edge of the radius.
    var distance: Double
    /// Kilometres.
    var radius: Int
    var positionAt: UnixTime

    /// Whether an operator may know that they were told: the square in which they were says that they are within their
    /// radius, so it tells nothing more of where they were.
    var mayBeKnown: Bool { distance == 0 || distance > 0 && CoarsePlace.side(of: distance, radius: radius) == .within }
}

/// Recipients in the form in which they wait to be queued: one after the other, each in as many bytes.
enum ResolvedRecipients {
    private static let size = 25

    static func encode(_ recipients: some Collection<ResolvedRecipient>) -> [UInt8] {
        [UInt8](unsafeUninitializedCapacity: recipients.count * size) { buffer, count in
            let bytes = UnsafeMutableRawBufferPointer(buffer)
            for one in recipients {
                bytes.storeBytes(of: one.recipient.littleEndian, toByteOffset: count, as: Int64.self)
                bytes.storeBytes(of: one.distance.bitPattern.littleEndian, toByteOffset: count + 8, as: UInt64.self)
                bytes.storeBytes(of: one.positionAt.rawValue.littleEndian, toByteOffset: count + 16, as: Int64.self)
                bytes[count + 24] = UInt8(clamping: one.radius)
                count += size
            }
        }
    }

    /// Nil for bytes that `encode` has not made.
    static func decode(_ bytes: [UInt8]) -> [ResolvedRecipient]? {
        guard bytes.count.isMultiple(of: size) else { return nil }
        return bytes.withUnsafeBytes { bytes in
            stride(from: 0, to: bytes.count, by: size)
                .map { place in
                    ResolvedRecipient(
                        recipient: Int64(littleEndian: bytes.loadUnaligned(fromByteOffset: place, as: Int64.self)),
                        distance: Double(
                            bitPattern: UInt64(
                                littleEndian: bytes.loadUnaligned(fromByteOffset: place + 8, as: UInt64.self))),
                        radius: Int(bytes[place + 24]),
                        positionAt: UnixTime(
                            rawValue: Int64(
                                littleEndian: bytes.loadUnaligned(fromByteOffset: place + 16, as: Int64.self))))
                }
        }
    }
}
