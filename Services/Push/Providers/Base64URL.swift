// Bytes as they stand in tokens.

import Foundation

/// The bytes as base64url without padding (RFC 4648, section 5).
func base64URL(_ bytes: Data) -> String {
    var text = bytes.base64EncodedString()
    text.removeAll { $0 == "=" }
    return String(text.map { $0 == "+" ? "-" : $0 == "/" ? "_" : $0 })
}
