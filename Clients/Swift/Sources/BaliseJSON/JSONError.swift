// Why a text is not JSON.

/// Why a text is not JSON as RFC 8259 defines it, and where.
public struct JSONError: Error, Hashable, Sendable {
    /// What is wrong.
    public enum Reason: String, Sendable {
        /// Something is missing at the end.
        case unexpectedEnd = "the text ends too early"
        /// A character stands where it has no place.
        case unexpectedByte = "unexpected character"
        /// What begins like a number is none.
        case invalidNumber = "not a number"
        /// A backslash in a string begins no escape sequence.
        case invalidEscape = "not an escape sequence"
        /// A string holds one half of a surrogate pair.
        case loneSurrogate = "half of a surrogate pair"
        /// The bytes are not UTF-8.
        case invalidUTF8 = "not UTF-8"
        /// A string holds a control character that has to be escaped.
        case controlCharacter = "unescaped control character"
        /// Arrays and objects are nested deeper than `JSONDocument.maximumDepth`.
        case tooDeep = "nested too deep"
        /// The text has more bytes than a position can count.
        case tooLong = "too long"
    }

    /// What is wrong.
    public var reason: Reason
    /// The position, in bytes from the start of the text.
    public var offset: Int

    /// What is wrong, and at which byte.
    public init(_ reason: Reason, at offset: Int) {
        self.reason = reason
        self.offset = offset
    }
}

extension JSONError: CustomStringConvertible {
    public var description: String { "\(reason.rawValue) at byte \(offset)" }
}
