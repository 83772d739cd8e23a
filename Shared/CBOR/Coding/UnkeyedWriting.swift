// Encoding into arrays.

/// Kept to three words, so that it needs no memory of its own behind `any UnkeyedEncodingContainer`.
struct UnkeyedWriting: UnkeyedEncodingContainer {
    let writer: ValueWriter
    let container: OpenContainer

    var codingPath: [any CodingKey] { [] }
    var count: Int { writer.state.pointee.containers.count(of: container) }

    mutating func encodeNil() throws(CBORError) {
        try beginElement()
        writer.writeNil()
    }
    mutating func encode(_ value: Bool) throws(CBORError) {
        try beginElement()
        writer.write(value)
    }
    mutating func encode(_ value: String) throws(CBORError) {
        try beginElement()
        writer.write(value)
    }
    mutating func encode(_ value: Double) throws(CBORError) {
        try beginElement()
        writer.write(value)
    }
    mutating func encode(_ value: Float) throws(CBORError) {
        try beginElement()
        writer.write(value)
    }
    mutating func encode<I: FixedWidthInteger & Encodable>(_ value: I) throws(CBORError) {
        try beginElement()
        try writer.write(value)
    }
    // The standard library's own for these two come before a generic one.
    mutating func encode(_ value: Int128) throws(CBORError) {
        try beginElement()
        try writer.write(value)
    }
    mutating func encode(_ value: UInt128) throws(CBORError) {
        try beginElement()
        try writer.write(value)
    }
    mutating func encode<T: Encodable>(_ value: T) throws {
        try beginElement()
        try writer.writeValue(value)
    }

    mutating func nestedContainer<Nested: CodingKey>(keyedBy type: Nested.Type) -> KeyedEncodingContainer<Nested> {
        writer.keyedContainer(nested(MajorType.map))
    }

    mutating func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer {
        UnkeyedWriting(writer: writer, container: nested(MajorType.array))
    }

    mutating func superEncoder() -> any Encoder { EntryWriter(writer, container: container, key: nil) }

    private func nested(_ major: UInt8) -> OpenContainer {
        do {
            try beginElement()
            return writer.begin(major)
        } catch {
            writer.refuse(error)
            return .none
        }
    }

    @inline(__always)
    private func beginElement() throws(CBORError) {
        try writer.reach(container)
        writer.countElement()
    }
}
