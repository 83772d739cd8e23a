/// Builds a JSON text. The caller writes braces and commas; the writer escapes strings.
public struct JSONWriter: Sendable {
    /// The text so far, in UTF-8.
    public private(set) var bytes: [UInt8] = []

    /// Starts a text of about `capacity` bytes.
    public init(capacity: Int = 256) { bytes.reserveCapacity(capacity) }

    /// Appends JSON, for example punctuation, or names with their quotes.
    public mutating func write(_ literal: StaticString) {
        bytes.append(contentsOf: UnsafeBufferPointer(start: literal.utf8Start, count: literal.utf8CodeUnitCount))
    }

    /// Appends a value that is already JSON. The text is not checked.
    public mutating func write(json literal: String) { bytes.append(contentsOf: literal.utf8) }

    /// Appends a value that is already JSON. The bytes are not checked.
    public mutating func write(json literal: [UInt8]) { bytes.append(contentsOf: literal) }

    /// Appends a string with its quotes.
    public mutating func write(string text: String) {
        bytes.append(UInt8(ascii: "\""))
        var text = text
        text.withUTF8 { utf8 in
            // Runs of characters without escapes are copied at once.
            var copied = 0
            for position in 0..<utf8.count {
                let byte = utf8[position]
                guard byte < 0x20 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") else { continue }
                bytes.append(contentsOf: utf8[copied..<position])
                escape(byte)
                copied = position + 1
            }
            bytes.append(contentsOf: utf8[copied...])
        }
        bytes.append(UInt8(ascii: "\""))
    }

    /// Appends a string with its quotes, or `null`.
    public mutating func write(string text: String?) { if let text { write(string: text) } else { write("null") } }

    /// Appends a whole number.
    public mutating func write(_ number: some BinaryInteger) { bytes.append(contentsOf: String(number).utf8) }

    /// Appends a finite number, without a fraction if it is whole.
    public mutating func write(_ number: Double) {
        // The limit is 2^53. Every smaller whole number has an exact Double.
        let isWhole = number == number.rounded() && abs(number) < 9_007_199_254_740_992
        write(json: isWhole ? String(Int64(number)) : "\(number)")
    }

    /// Appends `true` or `false`.
    public mutating func write(_ flag: Bool) { write(flag ? "true" : "false") }

    private mutating func escape(_ byte: UInt8) {
        switch byte {
        case UInt8(ascii: "\""): write(#"\""#)
        case UInt8(ascii: "\\"): write(#"\\"#)
        case 0x08: write(#"\b"#)
        case 0x0C: write(#"\f"#)
        case 0x0A: write(#"\n"#)
        case 0x0D: write(#"\r"#)
        case 0x09: write(#"\t"#)
        default:
            write(#"\u00"#)
            for digit in [byte >> 4, byte & 0xF] {
                bytes.append(digit < 10 ? UInt8(ascii: "0") + digit : UInt8(ascii: "a") + digit - 10)
            }
        }
    }
}
