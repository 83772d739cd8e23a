extension UInt8 {
    @inlinable public var isASCIIDigit: Bool { UInt8(ascii: "0")...UInt8(ascii: "9") ~= self }

    @inlinable public var isASCIILowercase: Bool { UInt8(ascii: "a")...UInt8(ascii: "z") ~= self }

    @inlinable public var isASCIIAlphanumeric: Bool { (self | 0x20).isASCIILowercase || isASCIIDigit }

    @inlinable public var isHexDigit: Bool { isASCIIDigit || UInt8(ascii: "a")...UInt8(ascii: "f") ~= self | 0x20 }
}

extension StringProtocol {
    /// Whether the text contains U+0000, which PostgreSQL cannot store.
    @inlinable public var holdsNUL: Bool { utf8.contains(0) }

    /// Whether every character is a digit from 0 to 9; also true of the empty text.
    @inlinable public var isASCIIDigits: Bool { utf8.allSatisfy(\.isASCIIDigit) }

    /// Whether every character is an ASCII letter, a digit or a character of `others`; also true of the empty text.
    @inlinable public func isASCIIAlphanumeric(or others: String) -> Bool {
        utf8.allSatisfy { $0.isASCIIAlphanumeric || others.utf8.contains($0) }
    }

    /// The length in code points, the unit of `maxLength` in JSON Schema and of all limits that do not say bytes.
    public var length: Int { unicodeScalars.count }

    /// The longest beginning with at most `maximum` code points. If the first character alone is longer, it is cut.
    public func shortened(to maximum: Int) -> String {
        guard length > maximum else { return String(self) }
        var (short, length) = ("", 0)
        for character in self {
            length += character.unicodeScalars.count
            guard length <= maximum else { break }
            short.append(character)
        }
        return short.isEmpty ? String(String.UnicodeScalarView(unicodeScalars.prefix(maximum))) : short
    }
}

extension String {
    /// Whether the text has no line breaks or other control characters, which a terminal or a log could interpret.
    public var isOneLine: Bool { unicodeScalars.allSatisfy { !$0.isControl && $0 != "\u{2028}" && $0 != "\u{2029}" } }

    /// The text with HTML's special characters escaped, so that it cannot end its element or attribute. It works on
    /// scalars: a quote with a combining mark is another character for Swift, but still ends an attribute.
    public var escapedForHTML: String {
        unicodeScalars.reduce(into: "") { html, scalar in
            switch scalar {
            case "&": html += "&amp;"
            case "<": html += "&lt;"
            case ">": html += "&gt;"
            case "\"": html += "&quot;"
            case "'": html += "&#39;"
            default: html.unicodeScalars.append(scalar)
            }
        }
    }
}

extension Unicode.Scalar {
    /// Whether this is a control character of ASCII (C0, DEL) or of Latin-1 (C1, including U+0085, which ends a line).
    public var isControl: Bool { value < 0x20 || (0x7F...0x9F).contains(value) }
}
