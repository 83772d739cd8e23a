// Which texts are one line: for names that lists, logs and terminals show.

extension String {
    /// Whether it has neither line breaks nor other control characters: what shows it could take them for its own.
    public var isOneLine: Bool {
        unicodeScalars.allSatisfy { !$0.isControl && $0 != "\u{2028}" && $0 != "\u{2029}" }
    }
}

extension Unicode.Scalar {
    /// Whether it is a control character of ASCII (C0, DEL) or of Latin-1 (C1, with U+0085, a line end).
    public var isControl: Bool { value < 0x20 || (0x7F...0x9F).contains(value) }
}
