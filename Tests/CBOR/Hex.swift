/// Bytes written as hexadecimal digits; blanks between them mean nothing.
struct Hex: ExpressibleByStringLiteral, Hashable, Sendable, CustomStringConvertible {
    let bytes: [UInt8]

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    init(stringLiteral text: String) { self.init(text) }

    init(_ text: String) {
        let digits = text.compactMap(\.hexDigitValue)
        precondition(digits.count.isMultiple(of: 2), "an odd number of digits: \(text)")
        bytes = stride(from: 0, to: digits.count, by: 2).map { UInt8(digits[$0] << 4 | digits[$0 + 1]) }
    }

    var description: String { bytes.map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined() }
}
