import Foundation
import Models

/// A JWT in compact form (RFC 7515, section 7.1), parsed strictly. Nothing about it is verified yet.
struct SignedToken: Sendable {
    let header: Header
    let claims: Data
    let signature: Data
    /// The signed bytes: the first two parts and the dot between them.
    let signedPart: Data

    struct Header: Sendable {
        let algorithm: String
        let keyID: String?
        let type: String?
        let names: Set<String>
    }

    /// Nil beyond `maximumLength` bytes or without three base64url parts; the first two must be JSON objects with unique names.
    init?(_ text: SecretText, maximumLength: Int) {
        let bytes = Array(text.value.utf8)
        guard bytes.count <= maximumLength else { return nil }
        let parts = bytes.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        guard parts.count == 3, let header = base64URLDecoded(parts[0]), let claims = base64URLDecoded(parts[1]),
            let signature = base64URLDecoded(parts[2]), let names = JSONMemberNames.of(header),
            JSONMemberNames.of(claims) != nil,
            let fields = try? JSONDecoder().decode(HeaderFields.self, from: Data(header))
        else { return nil }
        self.header = Header(algorithm: fields.alg, keyID: fields.kid, type: fields.typ, names: names)
        self.claims = Data(claims)
        self.signature = Data(signature)
        signedPart = Data(bytes[..<parts[1].endIndex])
    }

    /// The used members of the header; of the others only the names matter.
    private struct HeaderFields: Decodable {
        let alg: String
        let kid: String?
        let typ: String?
    }
}
