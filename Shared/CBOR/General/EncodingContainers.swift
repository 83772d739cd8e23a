struct KeyedWriting<Key: CodingKey>: KeyedEncodingContainerProtocol {
    let map: ValueEncoder
    /// Whether the integer of a key is written; false in dictionaries with text keys.
    let writesIntegers: Bool

    var codingPath: [any CodingKey] { [] }

    func encodeNil(forKey key: Key) throws(CBORError) { try map.add(.simple(CBORByte.null), key: content(of: key)) }
    func encode<S: Scalar>(_ value: S, forKey key: Key) throws(CBORError) {
        try map.add(value.content, key: content(of: key))
    }
    // Without this method the compiler would choose the generic method.
    func encode(_ value: Int128, forKey key: Key) throws(CBORError) {
        try map.add(value.content, key: content(of: key))
    }
    func encode<T: Encodable>(_ value: T, forKey key: Key) throws(CBORError) {
        try map.add(value, key: content(of: key))
    }

    func nestedContainer<Nested: CodingKey>(
        keyedBy type: Nested.Type, forKey key: Key
    ) -> KeyedEncodingContainer<Nested> {
        map.nestedEncoder(key: content(of: key)).container(keyedBy: type)
    }

    func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
        map.nestedEncoder(key: content(of: key)).unkeyedContainer()
    }

    func superEncoder() -> any Encoder { map.nestedEncoder(key: .text(superKey)) }
    func superEncoder(forKey key: Key) -> any Encoder { map.nestedEncoder(key: content(of: key)) }

    private func content(of key: Key) -> Item.Content {
        if writesIntegers, let integer = key.intValue { .integer(integer) } else { .text(key.stringValue) }
    }
}

struct SingleWriting: SingleValueEncodingContainer {
    let value: ValueEncoder

    var codingPath: [any CodingKey] { [] }

    func encodeNil() throws(CBORError) { try value.opened(.single).encodeNil() }
    func encode<S: Scalar>(_ value: S) throws(CBORError) { try self.value.opened(.single).encode(value) }
    func encode(_ value: Int128) throws(CBORError) { try self.value.opened(.single).encode(value) }
    func encode<T: Encodable>(_ value: T) throws(CBORError) { try self.value.opened(.single).encode(value) }
}
