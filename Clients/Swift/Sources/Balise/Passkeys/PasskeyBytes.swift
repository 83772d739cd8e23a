// Bytes and credentials in the JSON of WebAuthn.

import BaliseJSON
import Foundation

/// Bytes that JSON holds as base64url.
struct PasskeyBytes: JSONReadable {
    let data: Data

    init(_ json: JSONValue) throws(JSONShapeError) {
        guard let data = Data(base64URL: try String(json)) else { throw JSONShapeError(.isNot("base64url")) }
        self.data = data
    }
}

/// A passkey by its id (`PublicKeyCredentialDescriptorJSON`).
struct PasskeyDescriptor: JSONReadable {
    let id: Data

    init(_ json: JSONValue) throws(JSONShapeError) { id = try json.needed("id", as: PasskeyBytes.self).data }
}

extension Data {
    /// The bytes of a base64url text without padding (RFC 4648, section 5); nil for any other text.
    init?(base64URL text: String) {
        guard text.utf8.allSatisfy(\.isOfBase64URL) else { return nil }
        let padding = String(repeating: "=", count: (4 - text.utf8.count % 4) % 4)
        self.init(
            base64Encoded: text.replacingOccurrences(of: "-", with: "+").replacingOccurrences(of: "_", with: "/")
                + padding)
    }

    /// The bytes as base64url without padding.
    var base64URL: String {
        base64EncodedString().replacingOccurrences(of: "+", with: "-").replacingOccurrences(of: "/", with: "_")
            .replacingOccurrences(of: "=", with: "")
    }
}

extension UInt8 {
    fileprivate var isOfBase64URL: Bool {
        switch self {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"):
            true
        default: false
        }
    }
}
