// Decoding from an item that is one value.

struct SingleValueReading: SingleValueDecodingContainer {
    let reader: ValueReader
    let cell: Int

    var codingPath: [any CodingKey] { [] }

    func decodeNil() -> Bool { (try? reader.isNil(at: cell)) ?? false }
    func decode(_ type: Bool.Type) throws(CBORError) -> Bool { try reader.bool(at: cell) }
    func decode(_ type: String.Type) throws(CBORError) -> String { try reader.string(at: cell) }
    func decode(_ type: Double.Type) throws(CBORError) -> Double { try reader.double(at: cell) }
    func decode(_ type: Float.Type) throws(CBORError) -> Float { try reader.float(at: cell) }
    func decode<I: FixedWidthInteger & Decodable>(_ type: I.Type) throws(CBORError) -> I {
        try reader.integer(type, at: cell)
    }
    // The standard library's own for these two come before a generic one.
    func decode(_ type: Int128.Type) throws(CBORError) -> Int128 { try reader.integer(type, at: cell) }
    func decode(_ type: UInt128.Type) throws(CBORError) -> UInt128 { try reader.integer(type, at: cell) }
    func decode<T: Decodable>(_ type: T.Type) throws -> T { try reader.read(type, at: cell) }
}
