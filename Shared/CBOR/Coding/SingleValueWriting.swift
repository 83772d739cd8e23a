// Encoding a value that is one item.

struct SingleValueWriting: SingleValueEncodingContainer {
    let writer: ValueWriter
    /// Where the value begins, which is the end of the output until it is written.
    let start: Int

    var codingPath: [any CodingKey] { [] }

    mutating func encodeNil() throws(CBORError) {
        try begin()
        writer.writeNil()
    }
    mutating func encode(_ value: Bool) throws(CBORError) {
        try begin()
        writer.write(value)
    }
    mutating func encode(_ value: String) throws(CBORError) {
        try begin()
        writer.write(value)
    }
    mutating func encode(_ value: Double) throws(CBORError) {
        try begin()
        writer.write(value)
    }
    mutating func encode(_ value: Float) throws(CBORError) {
        try begin()
        writer.write(value)
    }
    mutating func encode<I: FixedWidthInteger & Encodable>(_ value: I) throws(CBORError) {
        try begin()
        try writer.write(value)
    }
    // The standard library's own for these two come before a generic one.
    mutating func encode(_ value: Int128) throws(CBORError) {
        try begin()
        try writer.write(value)
    }
    mutating func encode(_ value: UInt128) throws(CBORError) {
        try begin()
        try writer.write(value)
    }
    mutating func encode<T: Encodable>(_ value: T) throws {
        try begin()
        try writer.writeValue(value)
    }

    @inline(__always)
    private func begin() throws(CBORError) {
        guard writer.count == start else {
            throw writer.refuse(
                .unencodable("a single value was written twice, or beside a container", at: writer.count))
        }
    }
}
