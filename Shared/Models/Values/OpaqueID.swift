// What the ids of accounts, sessions and API keys look like.

/// Whether `text` can be the id of an account, a session or an API key: 1 to 36 characters out of
/// `A-Z a-z 0-9 . _ -`, the first of them no dot.
func isOpaqueID(_ text: String) -> Bool {
    let bytes = text.utf8
    guard (1...36).contains(bytes.count), bytes.first != UInt8(ascii: ".") else { return false }
    return bytes.allSatisfy { byte in
        switch byte {
        case UInt8(ascii: "."), UInt8(ascii: "_"), UInt8(ascii: "-"): true
        default: byte.isASCIIAlphanumeric
        }
    }
}

/// The text of an opaque name made of random bytes: lower-case hexadecimal digits, two a byte.
public func opaqueIDText(_ random: some Sequence<UInt8>) -> String {
    var text = ""
    for byte in random {
        if byte < 16 { text.append("0") }
        text.append(String(byte, radix: 16))
    }
    return text
}
