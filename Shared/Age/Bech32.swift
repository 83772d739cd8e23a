/// Encodes bytes as a text with a prefix and a checksum (BIP 173), without that standard's limit of 90 characters.
enum Bech32 {
    private static let digits = Array("qpzry9x8gf2tvdw0s3jn54khce6mua7l".utf8)
    private static let checksumLength = 6

    /// Encodes bytes as text.
    /// - Parameter prefix: The prefix in lower case.
    static func encode(_ bytes: [UInt8], prefix: String) -> String {
        var values: [UInt8] = []
        var bits: UInt32 = 0
        var count: UInt32 = 0
        for byte in bytes {
            bits = (bits << 8 | UInt32(byte)) & 0xfff
            count += 8
            while count >= 5 {
                count -= 5
                values.append(UInt8(bits >> count & 31))
            }
        }
        if count > 0 { values.append(UInt8(bits << (5 - count) & 31)) }
        let checksum = polymod(expanded(prefix) + values + Array(repeating: 0, count: checksumLength)) ^ 1
        values += (0..<checksumLength).map { UInt8(checksum >> UInt32(5 * (checksumLength - 1 - $0)) & 31) }
        return prefix + "1" + String(decoding: values.map { digits[Int($0)] }, as: UTF8.self)
    }

    /// Decodes a text, and returns the prefix in lower case. Nil if the text has mixed case, other characters, a wrong
    /// checksum, or unused bits that are not zero.
    static func decode(_ text: String) -> (prefix: String, bytes: [UInt8])? {
        let lower = text.lowercased()
        guard text == lower || text == text.uppercased(), let separator = lower.utf8.lastIndex(of: UInt8(ascii: "1"))
        else { return nil }
        let prefix = lower[..<separator]
        guard !prefix.isEmpty, prefix.utf8.allSatisfy({ (33...126).contains($0) }) else { return nil }
        var values: [UInt8] = []
        for digit in lower.utf8[separator...].dropFirst() {
            guard let value = digits.firstIndex(of: digit) else { return nil }
            values.append(UInt8(value))
        }
        guard values.count >= checksumLength, polymod(expanded(String(prefix)) + values) == 1 else { return nil }
        var bytes: [UInt8] = []
        var bits: UInt32 = 0
        var count: UInt32 = 0
        for value in values.dropLast(checksumLength) {
            bits = (bits << 5 | UInt32(value)) & 0xfff
            count += 5
            if count >= 8 {
                count -= 8
                bytes.append(UInt8(bits >> count & 0xff))
            }
        }
        guard count < 5, bits & (1 << count - 1) == 0 else { return nil }
        return (String(prefix), bytes)
    }

    private static func expanded(_ prefix: String) -> [UInt8] {
        prefix.utf8.map { $0 >> 5 } + [0] + prefix.utf8.map { $0 & 31 }
    }

    private static func polymod(_ values: [UInt8]) -> UInt32 {
        let generators: [UInt32] = [0x3b6a_57b2, 0x2650_8e6d, 0x1ea1_19fa, 0x3d42_33dd, 0x2a14_62b3]
        return values.reduce(1) { sum, value in
            let top = sum >> 25
            let shifted = (sum & 0x1ff_ffff) << 5 ^ UInt32(value)
            return generators.indices.reduce(shifted) { top >> UInt32($1) & 1 == 1 ? $0 ^ generators[$1] : $0 }
        }
    }
}
