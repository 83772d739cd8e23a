// The short way into CBOR and back, for what travels often.

/// A value that writes its own CBOR and reads it back, several times faster than the general coder.
///
/// Every message is Codable, and that alone is enough: the bus writes and reads it with its general coder, which costs
/// some twenty microseconds for a location. A message that travels often may conform to this too, and the bus then goes
/// this way. The bytes are the same in both, so the two ends need not agree on it.
///
/// A struct conforms to `DirectFields` and names its fields; so does each struct in it. A value that is a single item
/// conforms to this. What the general coder writes for it must be what `write` writes: add a sample to the tests that
/// compare them.
///
/// A reader knows only the form that `write` has. Whatever looks otherwise (an unknown field, an indefinite length, a
/// null, a defect) it leaves to the general coder, which reads every form and says what is wrong.
public protocol DirectlyCoded {
    /// Writes the one item that stands for this value.
    func write(to writer: inout MessageWriter)

    /// Reads what `write` writes; throws for everything else.
    init(reading reader: inout MessageReader) throws(UnsupportedEncoding)
}

/// A struct that is a map of its fields, under the integers of its `CodingKeys`.
///
/// Fields are written and read in the order of their keys.
public protocol DirectFields: DirectlyCoded {
    /// Writes the fields, with one `put` each.
    func writeFields(to writer: inout MessageWriter)

    /// Reads the fields, with one `take` each.
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

/// The bytes are not as `write` writes them. They may still be a message: the general coder has to look.
public struct UnsupportedEncoding: Error {
    @inlinable
    public init() {}
}

extension DirectlyCoded {
    /// Reads the value that `bytes` are; nil when the general coder has to look.
    @inlinable
    public static func read(_ bytes: UnsafeRawBufferPointer) -> Self? {
        var reader = MessageReader(bytes)
        guard let value = try? Self(reading: &reader), reader.isAtEnd else { return nil }
        return value
    }
}
