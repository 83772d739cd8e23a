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

    mutating func decodeNil() throws -> Bool {
        guard try element().isNil() else { return false }
        return try take { _ in true }
    }

    mutating func decode<S: Scalar>(_ type: S.Type) throws -> S { try take { try $0.decode(type) } }
    // The standard library's own comes before a generic one.
    mutating func decode(_ type: Int128.Type) throws -> Int128 { try take { try $0.decode(type) } }
    mutating func decode<T: Decodable>(_ type: T.Type) throws -> T { try take { try $0.decode(type) } }

    mutating func nestedContainer<Nested: CodingKey>(
        keyedBy type: Nested.Type
    ) throws -> KeyedDecodingContainer<Nested> {
        try take { try $0.container(keyedBy: type) }
    }

    mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer {
        try take { try $0.unkeyedContainer() }
    }

    mutating func superDecoder() throws -> any Decoder { try take { $0 } }

    /// Reads the next element and goes on to the one after it. One that fails to decode stays the next one, so that
    /// another type can be tried.
    @inline(__always)
    private mutating func take<Value>(_ read: (ItemDecoder) throws -> Value) throws -> Value {
        let value = try read(element())
        next = UInt32(truncatingIfNeeded: input.next(after: Int(next)))
        index += 1
        return value
    }

    private func element() throws(CBORError) -> ItemDecoder {
        guard next < end else { throw .missingElement(at: try input.head(at: Int(array)).offset) }
        return ItemDecoder(input: input, token: Int(next))
    }
}
