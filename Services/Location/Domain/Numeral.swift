import Foundation
import Models

/// A client's number, and whether it was a JSON string.
struct Numeral {
    let value: Double
    let isString: Bool

    /// The most bytes of a token; no device writes a longer number.
    static let maximumLength = 64

    /// A string is trimmed like JavaScript's `trim`, except for U+FEFF, which iPhones do not trim. Then it is read by
    /// the decimal part of `Number`: a sign, digits with a point, an exponent; no hexadecimal, `Infinity`, `NaN` or
    /// empty string. With `takesDecimalComma`, `10,5` in a string is 10.5.
    init?(_ token: LocationValue, takesDecimalComma: Bool = false) {
        var json = token.json
        let read = json.withUTF8 { Numeral.read($0, takesDecimalComma: takesDecimalComma) }
        switch read {
        case .number(let value, let isString):
            guard value.isFinite else { return nil }
            self.value = value
            self.isString = isString
        case .notPlain:
            guard let value = Numeral.readUnusual(json, takesDecimalComma: takesDecimalComma) else { return nil }
            self.value = value
            self.isString = true
        case .noNumber: return nil
        }
    }

    private enum Reading {
        case number(Double, isString: Bool)
        /// A string that may still be a number: it has escapes, or white space beyond ASCII around it.
        case notPlain
        case noNumber
    }

    private static func read(_ token: UnsafeBufferPointer<UInt8>, takesDecimalComma: Bool) -> Reading {
        guard let first = token.first, token.count <= maximumLength else { return .noNumber }
        guard first == UInt8(ascii: "\"") else {
            // A bare token is valid JSON already, where a number starts with its sign or a digit.
            guard first == UInt8(ascii: "-") || isDigit(first), let value = decimal(token[...], comma: false) else {
                return .noNumber
            }
            return .number(value, isString: false)
        }
        guard token.count > 2, token.last == UInt8(ascii: "\"") else { return .noNumber }
        var text = token[1..<(token.count - 1)]
        while text.first == UInt8(ascii: " ") { text.removeFirst() }
        while text.last == UInt8(ascii: " ") { text.removeLast() }
        if let value = decimal(text, comma: takesDecimalComma) { return .number(value, isString: true) }
        let isPlain = text.allSatisfy { $0 < 0x80 && $0 != UInt8(ascii: "\\") }
        return isPlain ? .noNumber : .notPlain
    }

    /// Reads a string that needs unescaping, or that has white space beyond ASCII around it.
    private static func readUnusual(_ json: String, takesDecimalComma: Bool) -> Double? {
        guard let text = try? JSONDecoder().decode(String.self, from: Data(json.utf8)) else { return nil }
        let scalars = text.unicodeScalars
        guard let first = scalars.firstIndex(where: { !isBlank($0) }),
            let last = scalars.lastIndex(where: { !isBlank($0) })
        else { return nil }
        var trimmed = String(scalars[first...last])
        let value = trimmed.withUTF8 { decimal($0[...], comma: takesDecimalComma) }
        return value.flatMap { $0.isFinite ? $0 : nil }
    }

    /// The white space and line ends of JavaScript's `trim`, except for U+FEFF.
    private static func isBlank(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x09...0x0D, 0x20, 0xA0, 0x1680, 0x2000...0x200A, 0x2028, 0x2029, 0x202F, 0x205F, 0x3000: true
        default: false
        }
    }

    private static func isDigit(_ byte: UInt8) -> Bool { byte &- UInt8(ascii: "0") < 10 }

    /// Returns the number, which may be infinite; nil if the text is not a complete decimal number.
    private static func decimal(_ text: Slice<UnsafeBufferPointer<UInt8>>, comma: Bool) -> Double? {
        guard let shape = DecimalShape(text, comma: comma) else { return nil }
        if let exact = shape.exactValue { return exact }
        // Rarely needed: for more digits, or a larger exponent, than the exact product of two numbers allows.
        let normal = text.map { $0 == UInt8(ascii: ",") ? UInt8(ascii: ".") : $0 }
        return Double(String(decoding: normal, as: UTF8.self))
    }
}

struct DecimalShape {
    private var isNegative = false
    /// The digits as one number; invalid for more than 19 digits.
    private var digits: UInt64 = 0
    private var significantDigits = 0
    private var exponent = 0

    /// Nil unless the text is an optional sign, digits with at most one point, and an optional exponent.
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
