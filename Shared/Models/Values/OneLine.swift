extension String {
    /// Whether it contains neither line breaks nor other control characters, which a terminal or a log could interpret.
    public var isOneLine: Bool {
        unicodeScalars.allSatisfy { !$0.isControl && $0 != "\u{2028}" && $0 != "\u{2029}" }
    }
}

extension Unicode.Scalar {
    /// A control character of ASCII (C0, DEL) or of Latin-1 (C1, with U+0085, a line end).
    public var isControl: Bool { value < 0x20 || (0x7F...0x9F).contains(value) }
}
