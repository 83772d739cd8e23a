/// Decodes values from CBOR (RFC 8949).
///
/// * A key with an `intValue` selects the map entry with that integer, any other key the entry with its text. Unused
///   entries are ignored, but must be well formed.
/// * A map with the same key twice is refused at any depth: two readers could otherwise see two messages. Keys that are
///   neither integers nor text are refused, too.
/// * Lengths may be definite or indefinite, numbers of any width; tags are skipped; `null` and `undefined` decode to
///   nil. A `Double` or `Float` is also decoded from an integer that it represents exactly, an integer only from
///   integers.
///
/// Memory is at most about a hundred bytes per byte of input, because it is taken for actual items and never for a
/// declared length.
public struct CBORDecoder: Sendable {
    public init() {}

    /// Decodes a value. An error names the place in the input. A type's own refusal is `invalidValue`.
    public func decode<T: Decodable>(_ type: T.Type, from bytes: UnsafeRawBufferPointer) throws(CBORError) -> T {
        try Item(reading: bytes).decode(type)
    }

    public func decode<T: Decodable>(_ type: T.Type, from bytes: [UInt8]) throws(CBORError) -> T {
        let item = bytes.withUnsafeBytes { bytes in Result { () throws(CBORError) in try Item(reading: bytes) } }
        return try item.get().decode(type)
    }
}
