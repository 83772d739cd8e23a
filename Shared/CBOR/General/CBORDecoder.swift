/// Decodes values from CBOR (RFC 8949).
///
/// * A key with an `intValue` selects the map entry with that integer, any other key the entry with its text. Entries
///   may have any order; unused ones are ignored, but must be well formed.
/// * A map with the same key twice is refused at any depth: two readers could otherwise see two messages in the same
///   bytes. Maps with keys that are neither integers nor text are refused, too, because no coding key can select them.
/// * Lengths may be definite or indefinite, integers and floats of any width; tags are skipped. `null` and `undefined`
///   decode to nil. Byte strings decode to `[UInt8]` and `Data`.
/// * A `Double` or `Float` is also decoded from an integer that it represents exactly; a `Float` from a double is
///   rounded. An integer is decoded from integers only.
///
/// The whole input is read before any type sees it. That takes at most about a hundred bytes of memory per byte of
/// input, because memory is taken for actual items and never for a declared length.
public struct CBORDecoder: Sendable {
    public init() {}

    /// Decodes the single value in `bytes`.
    ///
    /// Throws an error with its place. A type's own refusal is `invalidValue`.
    public func decode<T: Decodable>(_ type: T.Type, from bytes: UnsafeRawBufferPointer) throws(CBORError) -> T {
        try Item(reading: bytes).decode(type)
    }

    public func decode<T: Decodable>(_ type: T.Type, from bytes: [UInt8]) throws(CBORError) -> T {
        let item = bytes.withUnsafeBytes { bytes in Result { () throws(CBORError) in try Item(reading: bytes) } }
        return try item.get().decode(type)
    }
}
