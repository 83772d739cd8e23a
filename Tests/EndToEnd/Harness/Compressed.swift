// Bodies in gzip and zlib form, made without a compression library: text as literals, long runs as references.
// RFC 1951 (deflate, the fixed Huffman codes), RFC 1950 (zlib), RFC 1952 (gzip).

enum Compressed {
    /// The body as `Content-Encoding: gzip` has it.
    static func gzip(_ body: [UInt8]) -> [UInt8] {
        let header: [UInt8] = [0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 255]
        return header + deflated(body) + littleEndian(crc32(body))
            + littleEndian(UInt32(truncatingIfNeeded: body.count))
    }

    /// The body as `Content-Encoding: deflate` has it, which is the zlib form.
    static func zlib(_ body: [UInt8]) -> [UInt8] {
        [0x78, 0x01] + deflated(body) + littleEndian(adler32(body)).reversed()
    }

    // The loops below run over millions of bytes in a debug build; so they are plain and work on bare memory.

    private static func deflated(_ body: [UInt8]) -> [UInt8] {
        var bits = BitWriter()
        bits.write(0b011, 3)  // the last block, with the fixed codes
        body.withUnsafeBufferPointer { bytes in
            var position = 0
            while position < bytes.count {
                let byte = bytes[position]
                var end = position + 1
                while end < bytes.count, bytes[end] == byte { end += 1 }
                bits.writeLiteral(byte)
                position += 1
                // A run goes on as references of 258 bytes to one byte back.
                while end - position >= 258 {
                    bits.writeCode(0b1100_0101, 8)
                    bits.writeCode(0, 5)
                    position += 258
                }
                while position < end {
                    bits.writeLiteral(byte)
                    position += 1
                }
            }
        }
        bits.writeCode(0, 7)
        return bits.finished()
    }

    private static func crc32(_ body: [UInt8]) -> UInt32 {
        var value = UInt32.max
        crcTable.withUnsafeBufferPointer { table in
            body.withUnsafeBufferPointer { bytes in
                var position = 0
                while position < bytes.count {
                    value = table[Int((value ^ UInt32(bytes[position])) & 0xFF)] ^ (value >> 8)
                    position += 1
                }
            }
        }
        return ~value
    }

    private static let crcTable: [UInt32] = (0..<256).map { index in
        var value = UInt32(index)
        for _ in 0..<8 { value = value & 1 == 1 ? 0xEDB8_8320 ^ (value >> 1) : value >> 1 }
        return value
    }

    private static func adler32(_ body: [UInt8]) -> UInt32 {
        var (a, b): (UInt32, UInt32) = (1, 0)
        body.withUnsafeBufferPointer { bytes in
            var position = 0
            while position < bytes.count {
                a = (a + UInt32(bytes[position])) % 65521
                b = (b + a) % 65521
                position += 1
            }
        }
        return b << 16 | a
    }

    private static func littleEndian(_ value: UInt32) -> [UInt8] {
        [0, 8, 16, 24].map { UInt8(truncatingIfNeeded: value >> $0) }
    }
}

private struct BitWriter {
    private var bytes: [UInt8] = []
    private var pending: UInt32 = 0
    private var count: UInt32 = 0

    /// Lowest bit first, as deflate writes numbers.
    mutating func write(_ value: UInt32, _ length: UInt32) {
        pending |= value << count
        count += length
        while count >= 8 {
            bytes.append(UInt8(truncatingIfNeeded: pending))
            pending >>= 8
            count -= 8
        }
    }

    /// Highest bit first, as deflate writes codes.
    mutating func writeCode(_ code: UInt32, _ length: UInt32) {
        for bit in (0..<length).reversed() { write(code >> bit & 1, 1) }
    }

    mutating func writeLiteral(_ byte: UInt8) {
        if byte < 144 { writeCode(0x30 + UInt32(byte), 8) } else { writeCode(0x190 + UInt32(byte) - 144, 9) }
    }

    mutating func finished() -> [UInt8] {
        if count > 0 { write(0, 8 - count) }
        return bytes
    }
}
