struct DecimalShape {
    private var isNegative = false
    /// Invalid for more than 19 digits.
    private var digits: UInt64 = 0
    private var significantDigits = 0
    private var exponent = 0

    /// Nil unless it is an optional sign, digits with at most one point, and an optional exponent.
    init?(_ text: Slice<UnsafeBufferPointer<UInt8>>, comma: Bool) {
        var index = text.startIndex
        let end = text.endIndex
        if index < end, text[index] == UInt8(ascii: "-") || text[index] == UInt8(ascii: "+") {
            isNegative = text[index] == UInt8(ascii: "-")
            index += 1
        }
        var hasDigits = false
        var isFraction = false
        while index < end {
            let byte = text[index]
            let digit = byte &- UInt8(ascii: "0")
            if digit < 10 {
                hasDigits = true
                take(digit, isFraction: isFraction)
            } else if !isFraction, byte == UInt8(ascii: ".") || (comma && byte == UInt8(ascii: ",")) {
                isFraction = true
            } else {
                break
            }
            index += 1
        }
        guard hasDigits else { return nil }
        if index < end {
            guard text[index] | 0x20 == UInt8(ascii: "e"), readExponent(text[(index + 1)...]) else { return nil }
        }
    }

    private mutating func take(_ digit: UInt8, isFraction: Bool) {
        if significantDigits > 0 || digit != 0 {
            significantDigits += 1
            digits = digits &* 10 &+ UInt64(digit)
        }
        if isFraction { exponent -= 1 }
    }

    private mutating func readExponent(_ text: Slice<UnsafeBufferPointer<UInt8>>) -> Bool {
        guard let first = text.first else { return false }
        let hasSign = first == UInt8(ascii: "-") || first == UInt8(ascii: "+")
        let digits = hasSign ? text.dropFirst() : text
        guard !digits.isEmpty else { return false }
        var power = 0
        for byte in digits {
            let digit = byte &- UInt8(ascii: "0")
            guard digit < 10 else { return false }
            // Beyond 9999 every number is 0 or infinite; the slow way decides which.
            power = min(power * 10 + Int(digit), 9999)
        }
        exponent += first == UInt8(ascii: "-") ? -power : power
        return true
    }

    /// The value if a single rounding gives it: then digits and power of ten are both exact in a Double. Nil otherwise.
    var exactValue: Double? {
        guard significantDigits <= 15, exponent >= -22, exponent <= 22 else {
            return significantDigits == 0 ? (isNegative ? -0.0 : 0) : nil
        }
        let power = DecimalShape.powersOfTen[abs(exponent)]
        let value = exponent < 0 ? Double(digits) / power : Double(digits) * power
        return isNegative ? -value : value
    }

    private static let powersOfTen: [Double] = [
        1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19,
        1e20, 1e21, 1e22,
    ]
}
