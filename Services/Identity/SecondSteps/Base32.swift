/// Base32 without padding.
enum Base32 {
    private static let letters = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZ234567")

    /// Returns whether a byte of UTF-8 is one of its letters and digits.
    static func isLetter(_ byte: UInt8) -> Bool {
        (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte) || (UInt8(ascii: "2")...UInt8(ascii: "7")).contains(byte)
    }

    static func text(_ bytes: [UInt8]) -> String {
        var (text, buffer, bits) = ("", UInt32(0), 0)
        for byte in bytes {
            buffer = buffer << 8 | UInt32(byte)
            bits += 8
            while bits >= 5 {
                bits -= 5
                text.append(letters[Int(buffer >> UInt32(bits) & 31)])
            }
            buffer &= (1 << UInt32(bits)) - 1
        }
        if bits > 0 { text.append(letters[Int(buffer << UInt32(5 - bits) & 31)]) }
        return text
    }
}
