/// Reads little-endian numbers with seven bits per byte (LEB128), as in Protocol Buffers.
struct VarintReader {
    private let bytes: [UInt8]
    private var place = 0

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    var remaining: Int { bytes.count - place }

    /// The next number; nil if the bytes end early, or if it has more than 64 bits.
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
