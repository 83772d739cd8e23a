/// Writes the members of an object in order.
struct JSONMembersEncoder<Key: CodingKey>: KeyedEncodingContainerProtocol {
    let encoder: JSONTextEncoder

    var codingPath: [any CodingKey] { [] }

    func encodeNil(forKey key: Key) {
        encoder.begin(key.stringValue)
        encoder.output.writer.write("null")
    }

    func encode(_ text: String, forKey key: Key) {
        encoder.begin(key.stringValue)
        encoder.output.writer.write(string: text)
    }

    func encode(_ flag: Bool, forKey key: Key) {
        encoder.begin(key.stringValue)
        encoder.output.writer.write(flag)
    }

    /// NaN and infinity are left out.
    func encode(_ number: Double, forKey key: Key) {
        guard number.isFinite else { return }
        encoder.begin(key.stringValue)
        encoder.output.writer.write(number)
    }

    func encode(_ number: Int, forKey key: Key) {
        encoder.begin(key.stringValue)
        encoder.output.writer.write(number)
    }

    func encode(_ number: Int64, forKey key: Key) {
        encoder.begin(key.stringValue)
        encoder.output.writer.write(number)
    }

    func encode<T: Encodable>(_ value: T, forKey key: Key) throws {
        if T.self is any FlattenedMember.Type { return try value.encode(to: encoder) }
        encoder.begin(key.stringValue)
        try encoder.write(value)
    }

    func nestedContainer<Nested>(keyedBy type: Nested.Type, forKey key: Key) -> KeyedEncodingContainer<Nested> {
        encoder.begin(key.stringValue)
        return encoder.openPart().container(keyedBy: type)
    }

    func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
        encoder.begin(key.stringValue)
        return encoder.openPart().unkeyedContainer()
    }

    func superEncoder() -> any Encoder { encoder }

    func superEncoder(forKey key: Key) -> any Encoder {
        encoder.begin(key.stringValue)
        return encoder.openPart()
    }
}

struct JSONElementsEncoder: UnkeyedEncodingContainer {
    let encoder: JSONTextEncoder
    private(set) var count = 0

    init(encoder: JSONTextEncoder) { self.encoder = encoder }

    var codingPath: [any CodingKey] { [] }

    mutating func encodeNil() {
        begin()
        encoder.output.writer.write("null")
    }

    mutating func encode<T: Encodable>(_ value: T) throws {
        begin()
        try encoder.write(value)
    }

    mutating func nestedContainer<Key>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
        begin()
        return encoder.openPart().container(keyedBy: type)
    }

    mutating func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer {
        begin()
        return encoder.openPart().unkeyedContainer()
    }

    mutating func superEncoder() -> any Encoder {
        begin()
        return encoder.openPart()
    }

    private mutating func begin() {
        encoder.beginElement()
        count += 1
    }
}

/// Writes a single value.
struct JSONElementEncoder: SingleValueEncodingContainer {
    let encoder: JSONTextEncoder

    var codingPath: [any CodingKey] { [] }

    func encodeNil() { encoder.output.writer.write("null") }
    func encode(_ text: String) { encoder.output.writer.write(string: text) }
    func encode(_ flag: Bool) { encoder.output.writer.write(flag) }
    func encode(_ number: Float) { encode(Double(number)) }
    func encode(_ number: Int) { encoder.output.writer.write(number) }
    func encode(_ number: Int8) { encoder.output.writer.write(number) }
    func encode(_ number: Int16) { encoder.output.writer.write(number) }
    func encode(_ number: Int32) { encoder.output.writer.write(number) }
    func encode(_ number: Int64) { encoder.output.writer.write(number) }
    func encode(_ number: UInt) { encoder.output.writer.write(number) }
    func encode(_ number: UInt8) { encoder.output.writer.write(number) }
    func encode(_ number: UInt16) { encoder.output.writer.write(number) }
    func encode(_ number: UInt32) { encoder.output.writer.write(number) }
    func encode(_ number: UInt64) { encoder.output.writer.write(number) }

    /// NaN and infinity have no text in JSON.
    func encode(_ number: Double) {
        if number.isFinite { encoder.output.writer.write(number) } else { encodeNil() }
    }

    func encode<T: Encodable>(_ value: T) throws { try encoder.write(value) }
}
