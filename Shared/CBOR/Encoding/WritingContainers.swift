// The containers that a type writes its parts into: maps and arrays.

struct KeyedWriting<Key: CodingKey>: KeyedEncodingContainerProtocol {
    let output: EncodingOutput
    let map: Place
    /// Whether a key that has an integer is written as that; not in dictionaries with keys of text.
    let writesIntegers: Bool

    var codingPath: [any CodingKey] { [] }

    func encodeNil(forKey key: Key) throws(CBORError) {
        try begin(entryKey(key))
        output.stack.output.writeNull()
    }

    @inline(__always)
    func encode<S: Scalar>(_ value: S, forKey key: Key) throws(CBORError) {
        try begin(entryKey(key))
        try output.write(scalar: value)
    }
    // The standard library's own comes before a generic one.
    func encode(_ value: Int128, forKey key: Key) throws(CBORError) {
        try begin(entryKey(key))
        try output.write(scalar: value)
    }

    func encode<T: Encodable>(_ value: T, forKey key: Key) throws {
        try begin(entryKey(key))
        try output.write(value)
    }

    // The standard library's own makes the type of the optional anew each time.
    func encodeIfPresent<T: Encodable>(_ value: T?, forKey key: Key) throws {
        if let value { try encode(value, forKey: key) }
    }

    func nestedContainer<Nested: CodingKey>(
        keyedBy type: Nested.Type, forKey key: Key
    ) -> KeyedEncodingContainer<Nested> {
        encoder(entryKey(key)).container(keyedBy: type)
    }

    func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
        encoder(entryKey(key)).unkeyedContainer()
    }

    func superEncoder() -> any Encoder { encoder(.text(superKey)) }
    func superEncoder(forKey key: Key) -> any Encoder { encoder(entryKey(key)) }

    private func encoder(_ key: EntryKey) -> ValueEncoder {
        let isBegun = (try? begin(key)) != nil
        return ValueEncoder(output: output, place: isBegun ? output.stack.end : .none, type: Self.self)
    }

    private func begin(_ key: EntryKey) throws(CBORError) { try output.stack.beginItem(of: map, key) }

    private func entryKey(_ key: Key) -> EntryKey {
        if writesIntegers, let integer = key.intValue { .integer(integer) } else { .text(key.stringValue) }
    }
}

struct UnkeyedWriting: UnkeyedEncodingContainer {
    let output: EncodingOutput
    let array: Place

    var codingPath: [any CodingKey] { [] }
    var count: Int { output.stack.count(of: array) }

    func encodeNil() throws(CBORError) {
        try begin()
        output.stack.output.writeNull()
    }

    func encode<S: Scalar>(_ value: S) throws(CBORError) {
        try begin()
        try output.write(scalar: value)
    }
    // The standard library's own comes before a generic one.
    func encode(_ value: Int128) throws(CBORError) {
        try begin()
        try output.write(scalar: value)
    }

    func encode<T: Encodable>(_ value: T) throws {
        try begin()
        try output.write(value)
    }

    func nestedContainer<Nested: CodingKey>(keyedBy type: Nested.Type) -> KeyedEncodingContainer<Nested> {
        encoder().container(keyedBy: type)
    }

    func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer { encoder().unkeyedContainer() }
    func superEncoder() -> any Encoder { encoder() }

    private func encoder() -> ValueEncoder {
        let isBegun = (try? begin()) != nil
        return ValueEncoder(output: output, place: isBegun ? output.stack.end : .none, type: Self.self)
    }

    private func begin() throws(CBORError) { try output.stack.beginItem(of: array, nil) }
}
