// Codes as people type them.

import Models

/// A code that somebody typed or pasted: of an authenticator app, a mail, a message to a phone, or for recovery.
enum TypedCode {
    /// The code as it was shown: digits of any script and of any width as those of ASCII, letters of full width as plain
    /// ones, without spaces, dashes and invisible characters.
    static func plain(_ typed: String) -> String {
        String(String.UnicodeScalarView(typed.unicodeScalars.lazy.filter { !isFiller($0) }.map(plain)))
    }

    /// What people and apps write between the characters.
    private static func isFiller(_ scalar: Unicode.Scalar) -> Bool {
        scalar.properties.isWhitespace || scalar.isInvisible || scalar == "\u{2212}"
            || scalar.properties.generalCategory == .dashPunctuation
    }

    private static func plain(_ scalar: Unicode.Scalar) -> Unicode.Scalar {
        if scalar.isASCII { return scalar }
        if scalar.properties.generalCategory == .decimalNumber, let value = scalar.properties.numericValue {
            return Unicode.Scalar(UInt8(ascii: "0") + UInt8(value))
        }
        // The letters of full width stand as those of ASCII do, from U+FF01 on.
        let isWide = (0xFF21...0xFF3A).contains(scalar.value) || (0xFF41...0xFF5A).contains(scalar.value)
        return isWide ? Unicode.Scalar(scalar.value - 0xFEE0) ?? scalar : scalar
    }
}
