/// The checksum of RDB files: CRC-64 with the polynomial of Jones, reflected, with the initial value 0.
struct CRC64 {
    private(set) var value: UInt64 = 0

    private static let table: [UInt64] = (0..<256).map { index in
        (0..<8).reduce(UInt64(index)) { crc, _ in crc & 1 == 1 ? crc >> 1 ^ 0x95AC_9329_AC4B_C9B5 : crc >> 1 }
    }

    mutating func add(_ bytes: ArraySlice<UInt8>) {
        var crc = value
        CRC64.table.withUnsafeBufferPointer { table in
            bytes.withUnsafeBufferPointer { bytes in
                for byte in bytes { crc = table[Int(UInt8(truncatingIfNeeded: crc) ^ byte)] ^ crc >> 8 }
            }
        }
        value = crc
    }
}
