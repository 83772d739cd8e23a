// Bytes as they stand in tokens.

import Foundation

/// The bytes as base64url without padding (RFC 4648, section 5).
func base64URL(_ bytes: Data) -> String {
    var text = bytes.base64EncodedString()
    text.removeAll { $0 == "=" }
    return String(text.map { $0 == "+" ? "-" : $0 == "/" ? "_" : $0 })
}

/// The bytes behind a text in base64url; nil when it is none.
func bytes(ofBase64URL text: some StringProtocol) -> Data? {
    let plain = String(text.map { $0 == "-" ? "+" : $0 == "_" ? "/" : $0 })
    return Data(base64Encoded: plain + String(repeating: "=", count: (4 - plain.utf8.count % 4) % 4))
}
