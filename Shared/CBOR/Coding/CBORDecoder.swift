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
/// The input is checked for well-formedness as a whole before any type sees it. Memory for that check is at most 16
/// bytes per byte of input (32 while it grows), and is taken as the items come, never by a declared length.
public struct CBORDecoder: Sendable {
    public init() {}

    /// Decodes the one value that `bytes` hold.
    ///
    /// Throws the error that says what is wrong and where. A type's own refusal is `invalidValue`.
    public func decode<T: Decodable>(_ type: T.Type, from bytes: [UInt8]) throws(CBORError) -> T {
        do {
            return try bytes.withUnsafeBytes { try decode(type, from: $0) }
        } catch {
            // The array's method knows no typed errors; the closure throws this one only.
            throw error as? CBORError ?? .invalidValue(type: String(describing: type), at: 0)
        }
    }

    /// Decodes the one value that `bytes` hold. They are read during the call only, and must not change meanwhile.
    ///
    /// Throws the error that says what is wrong and where. A type's own refusal is `invalidValue`.
    public func decode<T: Decodable>(_ type: T.Type, from bytes: UnsafeRawBufferPointer) throws(CBORError) -> T {
        guard let base = bytes.baseAddress, !bytes.isEmpty else { throw .truncated(at: 0) }
        let outline = try Outline(of: bytes, at: base)
        let reader = ValueReader(outline)
        // Who keeps a decoder beyond the call finds it empty and not the memory of somebody else.
        defer { reader.close() }
        do {
            return try reader.read(type, at: 0)
        } catch {
            throw error as? CBORError ?? .invalidValue(type: String(describing: type), at: 0)
        }
    }
}
