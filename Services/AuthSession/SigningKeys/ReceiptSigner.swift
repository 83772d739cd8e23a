import Crypto
import Foundation
import JWTKit
import Models

/// Signs erasure receipts as JWS in compact form (RFC 7515, section 7.1), with the keys of the access tokens.
///
/// Their own type (RFC 8725, section 3.11) and the absence of a session distinguish them from tokens.
enum ReceiptSigner {
    /// The `typ` of receipts.
    static let type = "erasure-receipt+jwt"

    /// The same receipt and key always give the same text.
    static func sign(_ receipt: ErasureReceipt, by key: SigningKey) throws -> String {
        let header: JWTHeader = [
            "alg": .string(SigningKey.algorithm), "typ": .string(type), "kid": .string(key.id),
        ]
        let parts = [try SigningKey.encoder.encode(header), try SigningKey.encoder.encode(receipt)]
        let body = parts.map { base64URL($0) }.joined(separator: ".")
        return "\(body).\(base64URL(try key.privateKey.signature(for: Data(body.utf8))))"
    }
}
