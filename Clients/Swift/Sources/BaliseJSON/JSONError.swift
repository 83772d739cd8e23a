/// The reason why a text is not JSON as RFC 8259 defines it, and the position.
public struct JSONError: Error, Hashable, Sendable {
    /// A reason.
    public enum Reason: String, Sendable {
        /// The text ends too early.
        case unexpectedEnd = "the text ends too early"
        /// A character is not allowed at this position.
        case unexpectedByte = "unexpected character"
        /// A text that begins like a number is none.
        case invalidNumber = "not a number"
        /// A backslash in a string starts no escape sequence.
        case invalidEscape = "not an escape sequence"
        /// A string contains one half of a surrogate pair.
        case loneSurrogate = "half of a surrogate pair"
        /// The bytes are not UTF-8.
        case invalidUTF8 = "not UTF-8"
        /// A string contains a control character without an escape.
        case controlCharacter = "unescaped control character"
        /// Arrays and objects are nested deeper than `JSONDocument.maximumDepth`.
        case tooDeep = "nested too deep"
        /// The text has more bytes than a position can express.
        case tooLong = "too long"
    }

    /// The reason.
    public var reason: Reason
    /// The position, in bytes from the start of the text.
    public var offset: Int

    /// Creates an error.
    public init(_ reason: Reason, at offset: Int) {
        self.reason = reason
        self.offset = offset
    }
}

extension JSONError: CustomStringConvertible {
    public var description: String { "\(reason.rawValue) at byte \(offset)" }
}
