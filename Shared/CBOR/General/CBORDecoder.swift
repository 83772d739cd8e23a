// The way from CBOR bytes to a Decodable value.

/// Decodes values from CBOR (RFC 8949).
///
/// * A key that has an `intValue` stands for the map entry with that integer, any other key for the entry with its
///   text. Entries may come in any order; those nobody asks for are ignored, though they must be well formed.
/// * A map with the same key twice is refused, wherever it stands: two readers could otherwise see two messages in the
///   same bytes. So is a map with keys that are neither integers nor text, as no coding key stands for them.
/// * Lengths may be definite or indefinite, integers and floats of any width; tags are skipped. `null` and `undefined`
///   decode to nil. Byte strings decode to `[UInt8]` and `Data`.
/// * A `Double` or `Float` is also decoded from an integer that it represents exactly; a `Float` from a double is
///   rounded. An integer is decoded from integers only.
///
/// The whole input is read before any type sees it. That takes at most about a hundred bytes of memory per byte of
/// input, as the items come and never by a declared length.
public struct CBORDecoder: Sendable {
    /// A decoder; there is nothing to set.
    public init() {}

    /// Decodes the one value that `bytes` hold.
    ///
    /// Throws the error that says what is wrong and where. A type's own refusal is `invalidValue`.
    public func decode<T: Decodable>(_ type: T.Type, from bytes: UnsafeRawBufferPointer) throws(CBORError) -> T {
        try Item(reading: bytes).decode(type)
    }

    /// Decodes the one value that `bytes` hold, as the other `decode` does.
    public func decode<T: Decodable>(_ type: T.Type, from bytes: [UInt8]) throws(CBORError) -> T {
        let item = bytes.withUnsafeBytes { bytes in Result { () throws(CBORError) in try Item(reading: bytes) } }
        return try item.get().decode(type)
    }
}
