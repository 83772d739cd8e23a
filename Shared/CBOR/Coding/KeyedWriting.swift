// Encoding into maps.

/// Which of a coding key's two values is written.
enum KeyForm {
    /// The integer if there is one, else the text.
    case asCoded
    /// Always the text.
    case text
}

struct KeyedWriting<Key: CodingKey>: KeyedEncodingContainerProtocol {
    let writer: ValueWriter
    let container: OpenContainer
    let keys: KeyForm

    var codingPath: [any CodingKey] { [] }

    mutating func encodeNil(forKey key: Key) throws(CBORError) {
        try write(key)
        writer.writeNil()
    }
    mutating func encode(_ value: Bool, forKey key: Key) throws(CBORError) {
        try write(key)
        writer.write(value)
    }
    mutating func encode(_ value: String, forKey key: Key) throws(CBORError) {
        try write(key)
        writer.write(value)
    }
    mutating func encode(_ value: Double, forKey key: Key) throws(CBORError) {
        try write(key)
        writer.write(value)
    }
    mutating func encode(_ value: Float, forKey key: Key) throws(CBORError) {
        try write(key)
        writer.write(value)
    }
    // A generic method is not specialised behind the existential; these are the integers that messages have.
    mutating func encode(_ value: Int, forKey key: Key) throws(CBORError) {
        try write(key)
        try writer.write(value)
    }
    mutating func encode(_ value: Int64, forKey key: Key) throws(CBORError) {
        try write(key)
        try writer.write(value)
    }
    mutating func encode(_ value: UInt64, forKey key: Key) throws(CBORError) {
        try write(key)
        try writer.write(value)
    }
    mutating func encode<I: FixedWidthInteger & Encodable>(_ value: I, forKey key: Key) throws(CBORError) {
        try write(key)
        try writer.write(value)
    }
    // The standard library's own for these two come before a generic one.
    mutating func encode(_ value: Int128, forKey key: Key) throws(CBORError) {
        try write(key)
        try writer.write(value)
    }
    mutating func encode(_ value: UInt128, forKey key: Key) throws(CBORError) {
        try write(key)
        try writer.write(value)
    }
    mutating func encode<T: Encodable>(_ value: T, forKey key: Key) throws {
        try write(key)
        try writer.writeValue(value)
    }

    // The standard library's own makes the type of the optional anew each time.
    mutating func encodeIfPresent<T: Encodable>(_ value: T?, forKey key: Key) throws {
        guard let value else { return }
        try encode(value, forKey: key)
    }

    mutating func nestedContainer<Nested: CodingKey>(
        keyedBy type: Nested.Type, forKey key: Key
    ) -> KeyedEncodingContainer<Nested> {
        writer.keyedContainer(nested(MajorType.map, key))
    }

    mutating func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
        UnkeyedWriting(writer: writer, container: nested(MajorType.array, key))
    }

    mutating func superEncoder() -> any Encoder {
        EntryWriter(writer, container: container, key: .text(superKey))
    }

    mutating func superEncoder(forKey key: Key) -> any Encoder {
        EntryWriter(writer, container: container, key: entryKey(key))
    }

    private func nested(_ major: UInt8, _ key: Key) -> OpenContainer {
        do {
            try write(key)
            return writer.begin(major)
        } catch {
            writer.refuse(error)
            return .none
        }
    }

    @inline(__always)
    private func write(_ key: Key) throws(CBORError) {
        try writer.reach(container)
        if keys == .asCoded, let integer = key.intValue {
            try writer.writeKey(integer)
        } else {
            writer.writeKey(key.stringValue)
        }
    }

    private func entryKey(_ key: Key) -> EntryWriter.Key {
        if keys == .asCoded, let integer = key.intValue { return .integer(integer) }
        return .text(key.stringValue)
    }
}
