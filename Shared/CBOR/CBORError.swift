// What can go wrong between a value and its CBOR bytes.

/// Why bytes are not the value that was asked for, or why a value has no bytes.
///
/// `at` is the offset in the input of the byte where the offending item starts; when encoding, the number of bytes
/// written before the failure. No case carries a value out of the message, so an error may be logged.
public enum CBORError: Error, Sendable, Equatable {
    /// The input ends inside an item, or an item declares more than the input holds.
    case truncated(at: Int)
    /// The bytes are not CBOR, or are CBOR that no Codable type can stand for; the text says which rule is broken.
    case malformed(String, at: Int)
    /// A map has the same key twice.
    case repeatedKey(at: Int)
    /// Arrays and maps are nested deeper than 64.
    case nestingTooDeep(at: Int)
    /// Something follows the value.
    case trailingBytes(at: Int)
    /// The item is of another kind than the type being decoded.
    case typeMismatch(expected: String, found: String, at: Int)
    /// The number does not fit the type being decoded.
    case outOfRange(at: Int)
    /// The map has no entry for the key, which is named by its string value.
    case missingKey(String, at: Int)
    /// The array has no more elements.
    case missingElement(at: Int)
    /// The named type refused the item when it was decoded.
    case invalidValue(type: String, at: Int)
    /// The named type failed to encode itself, or did so in a way that CBOR cannot follow.
    case unencodable(String)
}
