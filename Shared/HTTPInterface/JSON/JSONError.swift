// Why a text is not JSON.

/// Why a text is not JSON as RFC 8259 defines it, and where.
public struct JSONError: Error, Hashable, Sendable {
    /// What is wrong.
    public enum Reason: String, Sendable {
        case unexpectedEnd = "the text ends too early"
        case unexpectedByte = "unexpected character"
        case invalidNumber = "not a number"
        case invalidEscape = "not an escape sequence"
        case loneSurrogate = "half of a surrogate pair"
        case invalidUTF8 = "not UTF-8"
        case controlCharacter = "unescaped control character"
        case tooDeep = "nested too deep"
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
