/// A value that codes its own CBOR, several times faster than the general coder.
///
/// Every message is Codable, and that is enough: the bus then uses its general coder, which takes about twenty
/// microseconds for a location. A frequent message may also conform to this. The bytes are the same, so the two ends
/// need not agree on it.
///
/// A struct conforms to `DirectFields` and lists its fields; so does each struct in it. A value that is a single item
/// conforms to this. `write` must produce what the general coder does: add a sample to the tests that compare them.
///
/// A reader knows only the form of `write`. Everything else (an unknown field, an indefinite length, a null, a defect)
/// is left to the general coder, which reads every form and reports errors.
public protocol DirectlyCoded {
    /// Writes exactly one item.
    func write(to writer: inout MessageWriter)

    /// Reads the form of `write`; throws for any other.
    init(reading reader: inout MessageReader) throws(UnsupportedEncoding)
}

/// A struct coded as a map of its fields, with the integers of its `CodingKeys`.
///
/// Fields are written and read in the order of their keys.
public protocol DirectFields: DirectlyCoded {
    /// Calls `put` for each field.
    func writeFields(to writer: inout MessageWriter)

    /// Calls `take` for each field.
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

/// The bytes have another form than that of `write`. The general coder may still be able to read them.
public struct UnsupportedEncoding: Error {
    @inlinable
    public init() {}
}

extension DirectlyCoded {
    /// Nil if the general coder must read the bytes.
    @inlinable
    public static func read(_ bytes: UnsafeRawBufferPointer) -> Self? {
        var reader = MessageReader(bytes)
        guard let value = try? Self(reading: &reader), reader.isAtEnd else { return nil }
        return value
    }
}
