// Decoding from arrays.

/// Goes through the elements of one array.
///
/// Kept to three words, so that it needs no memory of its own behind `any UnkeyedDecodingContainer`.
struct UnkeyedReading: UnkeyedDecodingContainer {
    private let reader: ValueReader
    private let array: UInt32
    private var next: UInt32
    private let end: UInt32
    private var index: UInt32 = 0

    var codingPath: [any CodingKey] { [] }
    var currentIndex: Int { Int(index) }
    var isAtEnd: Bool { next == end }

    init(reader: ValueReader, array: Int) {
        self.reader = reader
        self.array = UInt32(truncatingIfNeeded: array)
        next = self.array + 1
        end = reader.cells[array].next
    }

    /// How many elements there are; nil for an array of indefinite length, which does not say.
    var count: Int? {
        guard let head = try? reader.head(at: Int(array)), head.byte & 31 != 31 else { return nil }
        return Int(exactly: reader.base.argument(of: head.byte, at: head.offset))
    }

    mutating func decodeNil() throws(CBORError) -> Bool {
        guard try reader.isNil(at: element()) else { return false }
        advance()
        return true
    }
    mutating func decode(_ type: Bool.Type) throws(CBORError) -> Bool {
        let value = try reader.bool(at: element())
        advance()
        return value
    }
    mutating func decode(_ type: String.Type) throws(CBORError) -> String {
        let value = try reader.string(at: element())
        advance()
        return value
    }
    mutating func decode(_ type: Double.Type) throws(CBORError) -> Double {
        let value = try reader.double(at: element())
        advance()
        return value
    }
    mutating func decode(_ type: Float.Type) throws(CBORError) -> Float {
        let value = try reader.float(at: element())
        advance()
        return value
    }
    mutating func decode<I: FixedWidthInteger & Decodable>(_ type: I.Type) throws(CBORError) -> I {
        let value = try reader.integer(type, at: element())
        advance()
        return value
    }
    // The standard library's own for these two come before a generic one.
    mutating func decode(_ type: Int128.Type) throws(CBORError) -> Int128 {
        let value = try reader.integer(type, at: element())
        advance()
        return value
    }
    mutating func decode(_ type: UInt128.Type) throws(CBORError) -> UInt128 {
        let value = try reader.integer(type, at: element())
        advance()
        return value
    }
    mutating func decode<T: Decodable>(_ type: T.Type) throws -> T {
        let value = try reader.read(type, at: element())
        advance()
        return value
    }

    mutating func nestedContainer<Nested: CodingKey>(
        keyedBy type: Nested.Type
    ) throws(CBORError) -> KeyedDecodingContainer<Nested> {
        let container: KeyedDecodingContainer<Nested> = try reader.keyedContainer(at: element())
        advance()
        return container
    }

    mutating func nestedUnkeyedContainer() throws(CBORError) -> any UnkeyedDecodingContainer {
        let container = try reader.unkeyedContainer(at: element())
        advance()
        return container
    }

    mutating func superDecoder() throws(CBORError) -> any Decoder {
        let decoder = EntryReader(reader, cell: try element())
        advance()
        return decoder
    }

    /// The cell of the next element. One that fails to decode stays the next one, so that another type can be tried.
    private func element() throws(CBORError) -> Int {
        guard next < end else { throw .missingElement(at: try reader.head(at: Int(array)).offset) }
        return Int(next)
    }

    private mutating func advance() {
        next = reader.cells[Int(next)].next
        index += 1
    }
}
