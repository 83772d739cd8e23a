import Models

/// A code that a user typed or pasted: from an authenticator app, a mail, a text message, or for recovery.
enum TypedCode {
    /// Digits of any script and width become ASCII digits. Spaces, dashes and invisible characters are removed.
    static func plain(_ typed: String) -> String {
        String(String.UnicodeScalarView(typed.unicodeScalars.lazy.filter { !isFiller($0) }.map(plain)))
    }

    private static func isFiller(_ scalar: Unicode.Scalar) -> Bool {
        scalar.properties.isWhitespace || scalar.isInvisible || scalar == "\u{2212}"
            || scalar.properties.generalCategory == .dashPunctuation
    }

    private static func plain(_ scalar: Unicode.Scalar) -> Unicode.Scalar {
        if scalar.isASCII { return scalar }
        if scalar.properties.generalCategory == .decimalNumber, let value = scalar.properties.numericValue {
            return Unicode.Scalar(UInt8(ascii: "0") + UInt8(value))
        }
        // The full-width letters have the same order as those of ASCII, from U+FF01 on.
        let isWide = (0xFF21...0xFF3A).contains(scalar.value) || (0xFF41...0xFF5A).contains(scalar.value)
        return isWide ? Unicode.Scalar(scalar.value - 0xFEE0) ?? scalar : scalar
    }
}
