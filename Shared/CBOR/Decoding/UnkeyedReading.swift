// Decoding from arrays.

/// Goes through the elements of one array.
///
/// Kept to three words, so that it needs no memory of its own behind `any UnkeyedDecodingContainer`.
struct UnkeyedReading: UnkeyedDecodingContainer {
    private let input: DecodingInput
    private let array: UInt32
    private var next: UInt32
    private let end: UInt32
    private var index: UInt32 = 0

    var codingPath: [any CodingKey] { [] }
    var currentIndex: Int { Int(index) }
    var isAtEnd: Bool { next == end }

    init(_ input: DecodingInput, array: Int) {
        self.input = input
        self.array = UInt32(truncatingIfNeeded: array)
        next = self.array + 1
        end = UInt32(truncatingIfNeeded: input.next(after: array))
    }

    /// How many elements there are; nil for an array of indefinite length, which does not say.
    var count: Int? {
        guard let head = try? input.head(at: Int(array)), !head.isIndefinite else { return nil }
        return Int(exactly: head.argument)
    }

    mutating func decodeNil() throws(CBORError) -> Bool {
        guard try element().isNil() else { return false }
        advance()
        return true
    }

    mutating func decode<S: Scalar>(_ type: S.Type) throws(CBORError) -> S { try scalar(type) }
    // The standard library's own comes before a generic one.
    mutating func decode(_ type: Int128.Type) throws(CBORError) -> Int128 { try scalar(type) }

    mutating func decode<T: Decodable>(_ type: T.Type) throws -> T {
        let value = try element().decode(type)
        advance()
        return value
    }

    mutating func nestedContainer<Nested: CodingKey>(
        keyedBy type: Nested.Type
    ) throws(CBORError) -> KeyedDecodingContainer<Nested> {
        let container = try element().container(keyedBy: type)
        advance()
        return container
    }

    mutating func nestedUnkeyedContainer() throws(CBORError) -> any UnkeyedDecodingContainer {
        let container = try element().unkeyedContainer()
        advance()
        return container
    }

    mutating func superDecoder() throws(CBORError) -> any Decoder {
        let decoder = try element()
        advance()
        return decoder
    }

    private mutating func scalar<S: Scalar>(_ type: S.Type) throws(CBORError) -> S {
        let value = try element().scalar(type)
        advance()
        return value
    }

    /// The next element. One that fails to decode stays the next one, so that another type can be tried.
    private func element() throws(CBORError) -> ItemDecoder {
        guard next < end else { throw .missingElement(at: try input.head(at: Int(array)).offset) }
        return ItemDecoder(input: input, token: Int(next))
    }

    private mutating func advance() {
        next = UInt32(truncatingIfNeeded: input.next(after: Int(next)))
        index += 1
    }
}
