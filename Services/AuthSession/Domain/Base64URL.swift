// Bytes as text that needs no quoting anywhere.

/// The bytes as base64url without padding (RFC 4648, section 5).
func base64URL(_ bytes: some Sequence<UInt8>) -> String {
    var text: [UInt8] = []
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
