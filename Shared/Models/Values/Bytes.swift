/// Returns bytes from the system's generator, which is cryptographically secure.
public func systemRandomBytes(_ count: Int) -> [UInt8] {
    // The generator asks the system for eight bytes each time, so a call for each byte would cost eight times as much.
    var generator = SystemRandomNumberGenerator()
    var bytes: [UInt8] = []
    bytes.reserveCapacity(count + 7)
    while bytes.count < count {
        withUnsafeBytes(of: generator.next() as UInt64) { bytes.append(contentsOf: $0) }
    }
    bytes.removeLast(bytes.count - count)
    return bytes
}

extension Collection<UInt8> {
    /// Compares bytes in a time that depends only on the lengths, so that timing reveals no secret.
    public func equalsInConstantTime(_ other: some Collection<UInt8>) -> Bool {
        guard count == other.count else { return false }
        return zip(self, other).reduce(0 as UInt8) { $0 | ($1.0 ^ $1.1) } == 0
    }
}

/// Encodes bytes as base64url without padding (RFC 4648, section 5).
public func base64URL(_ bytes: some Sequence<UInt8>) -> String {
    bytes.withContiguousStorageIfAvailable(encoded) ?? Array(bytes).withUnsafeBufferPointer(encoded)
}

/// Decodes base64url without padding from UTF-8; nil for any other text, and if the unused last bits are not zero.
public func base64URLDecoded(_ text: some Sequence<UInt8>) -> [UInt8]? {
    text.withContiguousStorageIfAvailable(decoded) ?? Array(text).withUnsafeBufferPointer(decoded)
}

private func encoded(_ bytes: UnsafeBufferPointer<UInt8>) -> String {
    var text: [UInt8] = []
    text.reserveCapacity(bytes.count * 4 / 3 + 1)
    var bits: UInt32 = 0
    var count: UInt32 = 0
    for byte in bytes {
        bits = bits << 8 | UInt32(byte)
        count += 8
        while count >= 6 {
            count -= 6
            text.append(digits[Int(bits >> count & 63)])
        }
    }
    if count > 0 { text.append(digits[Int(bits << (6 - count) & 63)]) }
    return String(decoding: text, as: UTF8.self)
}

private let digits = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_".utf8)

private func decoded(_ text: UnsafeBufferPointer<UInt8>) -> [UInt8]? {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(text.count * 3 / 4)
    var bits: UInt32 = 0
    var count: UInt32 = 0
    for byte in text {
        guard let value = digitValue(byte) else { return nil }
        bits = bits << 6 | value
        count += 6
        if count >= 8 {
            count -= 8
            bytes.append(UInt8(bits >> count & 0xff))
        }
    }
    // A single digit at the end cannot encode a whole byte, and unused bits must be zero.
    guard count < 6, bits & (1 << count - 1) == 0 else { return nil }
    return bytes
}

private func digitValue(_ byte: UInt8) -> UInt32? {
    switch byte {
    case UInt8(ascii: "A")...UInt8(ascii: "Z"): UInt32(byte - UInt8(ascii: "A"))
    case UInt8(ascii: "a")...UInt8(ascii: "z"): UInt32(byte - UInt8(ascii: "a")) + 26
    case UInt8(ascii: "0")...UInt8(ascii: "9"): UInt32(byte - UInt8(ascii: "0")) + 52
    case UInt8(ascii: "-"): 62
    case UInt8(ascii: "_"): 63
    default: nil
    }
}
