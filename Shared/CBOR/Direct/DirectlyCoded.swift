/// A value that encodes and decodes its own CBOR, several times faster than the general coder, which takes about twenty
/// microseconds for a location. The bytes must be the same: add a sample to the tests that compare them.
/// `init(reading:)` accepts only the form of `write`; the general coder reads every other form, and reports errors. A
/// struct conforms to `DirectFields`, as does each struct in it.
public protocol DirectlyCoded {
    /// Writes exactly one item.
    func write(to writer: inout MessageWriter)

    /// Reads the form that `write` produces. Throws for any other form.
    init(reading reader: inout MessageReader) throws(UnsupportedEncoding)
}

/// A struct encoded as a map of its fields, in the order of the integers of its `CodingKeys`.
public protocol DirectFields: DirectlyCoded {
    func writeFields(to writer: inout MessageWriter)

    init(readingFields reader: inout MessageReader) throws(UnsupportedEncoding)
}

extension DirectFields {
    @inlinable
    public func write(to writer: inout MessageWriter) {
        let outer = writer.beginMap()
        writeFields(to: &writer)
        writer.endMap(outer)
    }

    @inlinable
    public init(reading reader: inout MessageReader) throws(UnsupportedEncoding) {
        let outer = try reader.beginMap()
        try self.init(readingFields: &reader)
        try reader.endMap(outer)
    }
}

/// The bytes are not in the form of `write`. The general coder may still be able to read them.
public struct UnsupportedEncoding: Error {
    @inlinable
    public init() {}
}

extension DirectlyCoded {
    /// Reads a value; nil if the general coder must read the bytes.
    @inlinable
    public static func read(_ bytes: UnsafeRawBufferPointer) -> Self? {
        var reader = MessageReader(bytes)
        guard let value = try? Self(reading: &reader), reader.isAtEnd else { return nil }
        return value
    }
}
