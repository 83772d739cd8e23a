// Encoding: the encoder of one value, and the containers that a type writes its parts into.

/// The encoder of the value at one place, and the container of a single value.
///
/// Kept to three words, so that it needs no memory of its own behind `any Encoder`.
struct ValueEncoder: Encoder, SingleValueEncodingContainer {
    let output: EncodingOutput
    let place: Place
    let type: Any.Type

    var codingPath: [any CodingKey] { [] }
    var userInfo: [CodingUserInfoKey: Any] { [:] }

    func container<Key: CodingKey>(keyedBy _: Key.Type) -> KeyedEncodingContainer<Key> {
        output.open(MajorType.map, at: place, by: type)
        let isDictionary = ObjectIdentifier(Key.self) == DictionaryKeys.type
        return KeyedEncodingContainer(
            KeyedWriting(
                output: output, map: place, writesIntegers: !isDictionary || type is any IntegerKeyedDictionary.Type))
    }

    func unkeyedContainer() -> any UnkeyedEncodingContainer {
        let unordered = type as? any UnorderedCollection.Type
        output.open(MajorType.array, at: place, by: type, itemsPerMember: unordered?.itemsPerMember ?? 0)
        return UnkeyedWriting(output: output, array: place)
    }

    func singleValueContainer() -> any SingleValueEncodingContainer { self }

    func encodeNil() throws(CBORError) { try output.writeNull(.value(place)) }
    func encode<S: Scalar>(_ value: S) throws(CBORError) { try output.write(scalar: value, .value(place)) }
    // The standard library's own comes before a generic one.
    func encode(_ value: Int128) throws(CBORError) { try output.write(scalar: value, .value(place)) }
    func encode<T: Encodable>(_ value: T) throws(CBORError) { try output.write(value, .value(place)) }
}

struct KeyedWriting<Key: CodingKey>: KeyedEncodingContainerProtocol {
    let output: EncodingOutput
    let map: Place
    /// Whether a key that has an integer is written as that; not in dictionaries with keys of text.
    let writesIntegers: Bool

    var codingPath: [any CodingKey] { [] }

    func encodeNil(forKey key: Key) throws(CBORError) { try output.writeNull(entry(key)) }

    @inline(__always)
    func encode<S: Scalar>(_ value: S, forKey key: Key) throws(CBORError) {
        try output.write(scalar: value, entry(key))
    }

    // The standard library's own comes before a generic one.
    func encode(_ value: Int128, forKey key: Key) throws(CBORError) { try output.write(scalar: value, entry(key)) }
    func encode<T: Encodable>(_ value: T, forKey key: Key) throws(CBORError) { try output.write(value, entry(key)) }

    // The standard library's own makes the type of the optional anew each time.
    func encodeIfPresent<T: Encodable>(_ value: T?, forKey key: Key) throws(CBORError) {
        if let value { try encode(value, forKey: key) }
    }

    func nestedContainer<Nested: CodingKey>(
        keyedBy type: Nested.Type, forKey key: Key
    ) -> KeyedEncodingContainer<Nested> {
        encoder(entry(key)).container(keyedBy: type)
    }

    func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
        encoder(entry(key)).unkeyedContainer()
    }

    func superEncoder() -> any Encoder { encoder(.entry(of: map, .text(superKey))) }
    func superEncoder(forKey key: Key) -> any Encoder { encoder(entry(key)) }

    private func encoder(_ slot: Slot) -> ValueEncoder { output.encoder(slot, of: Self.self) }

    private func entry(_ key: Key) -> Slot {
        if writesIntegers, let integer = key.intValue { return .entry(of: map, .integer(integer)) }
        return .entry(of: map, .text(key.stringValue))
    }
}

struct UnkeyedWriting: UnkeyedEncodingContainer {
    let output: EncodingOutput
    let array: Place

    var codingPath: [any CodingKey] { [] }
    var count: Int { output.count(of: array) }
    private var next: Slot { .element(of: array) }

    func encodeNil() throws(CBORError) { try output.writeNull(next) }
    func encode<S: Scalar>(_ value: S) throws(CBORError) { try output.write(scalar: value, next) }
    // The standard library's own comes before a generic one.
    func encode(_ value: Int128) throws(CBORError) { try output.write(scalar: value, next) }
    func encode<T: Encodable>(_ value: T) throws(CBORError) { try output.write(value, next) }

    func nestedContainer<Nested: CodingKey>(keyedBy type: Nested.Type) -> KeyedEncodingContainer<Nested> {
        encoder.container(keyedBy: type)
    }

    func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer { encoder.unkeyedContainer() }
    func superEncoder() -> any Encoder { encoder }

    private var encoder: ValueEncoder { output.encoder(next, of: Self.self) }
}
