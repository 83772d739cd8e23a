/// Why a message cannot be encoded or decoded. `at` is the offset of the item's first byte in the input; when encoding,
/// the number of bytes written before. No case contains a value of the message, so errors may be logged.
public enum CBORError: Error, Sendable, Equatable {
    /// The input ends inside an item, or an item declares more content than the rest of the input.
    case truncated(at: Int)
    /// The bytes are not CBOR, or are CBOR that no Codable type can represent; the text names the violated rule.
    case malformed(String, at: Int)
    case repeatedKey(at: Int)
    /// Arrays and maps are nested deeper than 64.
    case nestingTooDeep(at: Int)
    case trailingBytes(at: Int)
    case typeMismatch(expected: String, found: String, at: Int)
    case outOfRange(at: Int)
    /// The map has no entry for the key, which is given as its string value.
    case missingKey(String, at: Int)
    case missingElement(at: Int)
    case invalidValue(type: String, at: Int)
    /// The named type fails to encode itself, or encodes itself in a way that CBOR does not support.
    case unencodable(String)
}
