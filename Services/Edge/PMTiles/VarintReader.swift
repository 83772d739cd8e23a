// Numbers of variable length, one after the other.

/// Reads little-endian numbers of seven bits a byte (LEB128), as Protocol Buffers have them.
struct VarintReader {
    private let bytes: [UInt8]
    private var place = 0

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    /// How many bytes are left.
    var remaining: Int { bytes.count - place }

    /// The next number; nil where the bytes end before it does, or it has more than 64 bits.
    mutating func next() -> UInt64? {
        var number: UInt64 = 0
        var shift: UInt64 = 0
        while place < bytes.count, shift < 64 {
            let byte = bytes[place]
            place += 1
            let part = UInt64(byte & 0x7F)
            guard (part << shift) >> shift == part else { return nil }
            number |= part << shift
            if byte & 0x80 == 0 { return number }
            shift += 7
        }
        return nil
    }
}
