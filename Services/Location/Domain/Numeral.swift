import Foundation
import Models

/// A client's number, and whether it was a JSON string.
struct Numeral {
    let value: Double
    let isString: Bool

    /// The most characters of a token; no device means a longer one as a number.
    static let maximumLength = 64

    /// A string is trimmed like JavaScript's `trim`, except for U+FEFF, which iPhones do not trim. Then it is read by the
    /// decimal part of `Number`: a sign, digits with a point, an exponent; no hexadecimal, `Infinity`, `NaN` or empty string.
    /// With `takesDecimalComma`, `10,5` in a string is 10.5.
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
        case .noNumber:
            return nil
        }
    }

    private enum Reading {
        case number(Double, isString: Bool)
        /// A string with escapes, or with characters beyond ASCII, which can only be white space to trim.
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
        guard let text = text(of: json) else { return nil }
        let scalars = text.unicodeScalars
        guard let first = scalars.firstIndex(where: { !isBlank($0) }),
            let last = scalars.lastIndex(where: { !isBlank($0) })
        else { return nil }
        var trimmed = String(scalars[first...last])
        let value = trimmed.withUTF8 { decimal($0[...], comma: takesDecimalComma) }
        return value.flatMap { $0.isFinite ? $0 : nil }
    }

    private static func text(of json: String) -> String? {
        try? JSONDecoder().decode(String.self, from: Data(json.utf8))
    }

    /// The white space and line ends of JavaScript's `trim`, except for U+FEFF.
    private static func isBlank(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x09...0x0D, 0x20, 0xA0, 0x1680, 0x2000...0x200A, 0x2028, 0x2029, 0x202F, 0x205F, 0x3000: true
        default: false
        }
    }

    private static func isDigit(_ byte: UInt8) -> Bool { byte &- UInt8(ascii: "0") < 10 }

    /// Nil if it is not a complete decimal number. May be infinite.
    private static func decimal(_ text: Slice<UnsafeBufferPointer<UInt8>>, comma: Bool) -> Double? {
        guard let shape = DecimalShape(text, comma: comma) else { return nil }
        if let exact = shape.exactValue { return exact }
        // Rarely needed: for more digits, or a larger exponent, than the exact product of two numbers allows.
        let normal = text.map { $0 == UInt8(ascii: ",") ? UInt8(ascii: ".") : $0 }
        return Double(String(decoding: normal, as: UTF8.self))
    }
}
