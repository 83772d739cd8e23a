import Foundation

/// A number of the type of `sum` over integers, in binary: digits to the base 10,000.
struct PostgreSQLNumeric {
    private let digits: [Int64]
    /// The exponent of the first digit, to the base 10,000.
    private let weight: Int
    private let isNegative: Bool

    /// Nil for NaN and infinity.
    init?(_ bytes: UnsafeRawBufferPointer) {
        func number(_ index: Int) -> UInt16 {
            UInt16(bigEndian: bytes.loadUnaligned(fromByteOffset: index * 2, as: UInt16.self))
        }
        guard bytes.count >= 8, bytes.count >= 8 + 2 * Int(number(0)), number(2) == 0 || number(2) == 0x4000 else {
            return nil
        }
        weight = Int(Int16(bitPattern: number(1)))
        isNegative = number(2) == 0x4000
        digits = (0..<Int(number(0))).map { Int64(number(4 + $0)) }
    }

    /// Nil if it is no integer, or too large.
    var integer: Int64? {
        guard digits.count <= weight + 1 || digits.isEmpty else { return nil }
        var value: Int64 = 0
        for place in 0..<(digits.isEmpty ? 0 : weight + 1) {
            let digit = place < digits.count ? digits[place] : 0
            let (product, tooLarge) = value.multipliedReportingOverflow(by: 10_000)
            let (sum, stillTooLarge) = product.subtractingReportingOverflow(digit)
            if tooLarge || stillTooLarge { return nil }
            value = sum
        }
        // Counted downwards, because there is one more negative number than there are positive ones.
        if isNegative { return value }
        return value == .min ? nil : -value
    }

    var real: Double {
        var value = 0.0
        for digit in digits { value = value * 10_000 + Double(digit) }
        let scaled = value * pow(10_000, Double(weight + 1 - digits.count))
        return isNegative ? -scaled : scaled
    }
}
